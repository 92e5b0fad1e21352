import { type Role, roles } from '../../../../contract/roles.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { Select } from '../../ui/field.tsx';
import { type AccountAction, perform } from './account-actions.ts';

interface AccountActionSheetProps {
  action: AccountAction;
  onClose: () => void;
  /** Given what is to be said of it. */
  onDone: (said: string) => void;
  /** Given the id of the long work that does it. */
  onBegun: (id: string) => void;
}

function describe(action: AccountAction): { title: string; text: string } {
  if (action.kind === 'matching') return { title: words.titles.selection, text: words.texts.selection(action.count) };
  if (action.kind === 'selection')
    return { title: words.titles.selection, text: words.texts.selection(action.ids.length) };
  return { title: words.titles[action.kind], text: words.texts[action.kind](action.user.email) };
}

/** What is done to whom. */
function draftOf(action: AccountAction): string {
  if (action.kind === 'matching') return `suspend ${action.seen} ${JSON.stringify(action.filter)}`;
  return `${action.kind} ${action.kind === 'selection' ? action.ids.join() : action.user.id}`;
}

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function AccountActionSheet({ action, onClose, onDone, onBegun }: AccountActionSheetProps) {
  const choices = roles.filter((one) => action.kind !== 'role' || one !== action.user.role);
  return (
    <ReasonSheet
      {...describe(action)}
      draft={draftOf(action)}
      needed={action.kind === 'role' ? { role: words.roleMissing } : {}}
      onClose={onClose}
      send={(text, api) =>
        confirmed(() => perform(api, action, { reason: text('reason'), role: text('role') as Role, onBegun }))
      }
      onDone={onDone}
    >
      {(field) =>
        action.kind === 'role' && (
          <Select {...field('role')} label={words.newRole} defaultValue="" required>
            <option value="">{words.chooseRole}</option>
            {choices.map((one) => (
              <option key={one} value={one}>
                {words.roles[one]}
              </option>
            ))}
          </Select>
        )
      }
    </ReasonSheet>
  );
}
