import { useState } from 'react';
import { type Role, roles } from '../../../../contract/roles.ts';
import { confirmed } from '../../features/passkeys/confirmed.ts';
import { usersDesk as words } from '../../messages/en/users-desk.ts';
import { type Filled, SubmitForm } from '../../submit-form.tsx';
import { Select } from '../../ui/field.tsx';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import { type AccountAction, perform } from './account-actions.ts';

interface AccountActionSheetProps {
  action: AccountAction;
  onClose: () => void;
  /** Given what is to be said of it. */
  onDone: (said: string) => void;
}

function describe(action: AccountAction): { title: string; text: string } {
  if (action.kind === 'matching') return { title: words.titles.selection, text: words.texts.selection(action.count) };
  if (action.kind === 'selection')
    return { title: words.titles.selection, text: words.texts.selection(action.ids.length) };
  return { title: words.titles[action.kind], text: words.texts[action.kind](action.user.email) };
}

/** Asks for the reason that the audit log keeps, and does what was chosen. */
export function AccountActionSheet({ action, onClose, onDone }: AccountActionSheetProps) {
  const choices = roles.filter((one) => action.kind !== 'role' || one !== action.user.role);
  const [role, setRole] = useState<Role>(choices[0]!);
  const change = useSubmit({
    check: ({ text }: Filled) => (text('reason').length < 3 ? { faults: { reason: words.reasonMissing } } : null),
    send: ({ text }, api) => confirmed(() => perform(api, action, text('reason'), role)),
    done: onDone,
  });
  const { title, text } = describe(action);
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
      <SubmitForm of={change} label={words.save} busyLabel={words.saving}>
        <p>{text}</p>
        {action.kind === 'role' && (
          <Select label={words.newRole} value={role} onChange={({ target }) => setRole(target.value as Role)}>
            {choices.map((one) => (
              <option key={one} value={one}>
                {words.roles[one]}
              </option>
            ))}
          </Select>
        )}
        <TextArea
          {...change.field('reason')}
          label={words.reason}
          hint={words.reasonHint}
          rows={2}
          maxLength={500}
          required
        />
      </SubmitForm>
    </Sheet>
  );
}
