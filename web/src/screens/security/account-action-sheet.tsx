import { useState } from 'react';
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

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function AccountActionSheet({ action, onClose, onDone, onBegun }: AccountActionSheetProps) {
  const choices = roles.filter((one) => action.kind !== 'role' || one !== action.user.role);
  const [role, setRole] = useState<Role>(choices[0]!);
  return (
    <ReasonSheet
      {...describe(action)}
      onClose={onClose}
      send={(reason, api) => confirmed(() => perform(api, action, { reason, role, onBegun }))}
      onDone={onDone}
    >
      {action.kind === 'role' && (
        <Select label={words.newRole} value={role} onChange={({ target }) => setRole(target.value as Role)}>
          {choices.map((one) => (
            <option key={one} value={one}>
              {words.roles[one]}
            </option>
          ))}
        </Select>
      )}
    </ReasonSheet>
  );
}
