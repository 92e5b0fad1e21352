import { type Role, roles } from '../../../../contract/roles.ts';
import type { UserRow } from '../../../../contract/users.ts';
import { ReasonSheet } from '../../desk/reason-sheet.tsx';
import { useByNow } from '../../desk/use-by-now.ts';
import type { Said } from '../../desk/use-change.tsx';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { Select } from '../../ui/field.tsx';
import { type AccountAction, type ManyAction, type OneAction, perform } from './account-actions.ts';
import { draftOf, isSameMatching } from './account-drafts.ts';

interface ToldOf {
  onClose: () => void;
  /** Given what is to be said of it. */
  onDone: (said: Said) => void;
  /** Given the id of the long work that does it. */
  onBegun: (id: string) => void;
}

interface AccountActionSheetProps extends ToldOf {
  action: AccountAction;
  /** The account that is open on the screen behind it. */
  open: UserRow | null;
}

interface OneAccountSheetProps extends AccountActionSheetProps {
  action: OneAction;
}

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function AccountActionSheet({ action, open, ...told }: AccountActionSheetProps) {
  if ('user' in action) return <OneAccountSheet action={action} open={open} {...told} />;
  return <ManyAccountsSheet action={action} {...told} />;
}

function OneAccountSheet({ action, open, onClose, onDone, onBegun }: OneAccountSheetProps) {
  const { kind } = action;
  const { row: user, onChanged } = useByNow<UserRow>(action.user, open);
  const choices = roles.filter((one) => kind !== 'role' || one !== user.role);
  return (
    <ReasonSheet
      title={words.titles[kind]}
      text={words.texts[kind](user.email)}
      draft={draftOf(action)}
      needed={kind === 'role' ? { role: words.roleMissing } : {}}
      onChanged={onChanged}
      byNow={byNowOf(action, user)}
      onClose={onClose}
      send={(text, api) =>
        confirmed(() => perform(api, { kind, user }, { reason: text('reason'), role: text('role') as Role, onBegun }))
      }
      onDone={onDone}
    >
      {(field) =>
        kind === 'role' && (
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

/** What has become of an account since, where that is what its action replaces. */
function byNowOf({ kind, user }: OneAction, now: UserRow) {
  if (kind === 'role')
    return now.role !== user.role && { words: words.byNow.role(words.roleOf(now.role)), isDone: false };
  return now.state !== user.state && { words: words.byNow.state(words.states[now.state]), isDone: true };
}

function ManyAccountsSheet({ action, onClose, onDone, onBegun }: ToldOf & { action: ManyAction }) {
  const filter = action.kind === 'matching' ? action.filter : undefined;
  return (
    <ReasonSheet
      title={words.titles.selection}
      text={words.texts.selection(action.kind === 'matching' ? action.count : action.ids.length)}
      draft={draftOf(action)}
      matching={filter && { isSame: (draft) => isSameMatching(draft, filter), onOthers: onDone }}
      onClose={onClose}
      send={(text, api) =>
        confirmed(() => perform(api, action, { reason: text('reason'), role: text('role') as Role, onBegun }))
      }
      onDone={onDone}
    />
  );
}
