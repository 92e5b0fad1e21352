import { useEffect, useRef, useState } from 'react';
import type { StakeholderType } from '../../../../contract/invitations.ts';
import { defaultPermissions, type Permission } from '../../../../contract/permissions.ts';
import { ApiError, errorCode } from '../../api.ts';
import { DraftForm } from '../../draft-form.tsx';
import { invitations as words } from '../../messages/en/invitations.ts';
import { type PartnerType, stakeholders } from '../../messages/en/stakeholders.ts';
import { refusalWords } from '../../refusal-words.ts';
import type { Filled } from '../../submit-form.tsx';
import { Picks } from '../../ui/choice.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { Sheet } from '../../ui/sheet.tsx';
import { TextArea } from '../../ui/text-area.tsx';
import { useSubmit } from '../../use-submit.ts';
import styles from './invite-sheet.module.css';

/** Runs a call that may need the person's confirmation first. */
export type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;

/** Why an invitation was not sent, or not changed. */
export const failureWords = (failure: unknown): string =>
  failure instanceof ApiError && failure.status !== 0
    ? words.failed(refusalWords(failure, words.unknown))
    : words.network;

interface InviteSheetProps {
  kind: StakeholderType;
  confirmed: Confirmed;
  onClose: () => void;
  /** Told also where the sheet was left before the answer came. */
  onSent: (given: { late: boolean }) => void;
  /** No answer came: it may be sent all the same. */
  onUnanswered: () => void;
}

interface InviteValue {
  email: string;
  name: string;
  partnerType: PartnerType;
  notes: string;
  permissions: readonly Permission[];
}

/** Invites somebody: their address, whom they stand for, and what they will be able to do. */
export function InviteSheet({ kind, confirmed, onClose, onSent, onUnanswered }: InviteSheetProps) {
  const { title, organization, capabilities } = words.kinds[kind];
  const offered: readonly Permission[] = defaultPermissions[kind];
  const [value, setValue] = useState<InviteValue>({
    ...{ email: '', name: '', partnerType: 'hotel', notes: '' },
    permissions: offered,
  });
  const isComplete = value.email.trim() !== '' && value.name.trim() !== '';
  const invite = useSubmit({
    check: () => (!isComplete ? words.required : value.permissions.length === 0 ? words.noPermission : null),
    send: (_filled: Filled, api) => {
      const body = {
        invited_email: value.email.trim(),
        stakeholder_type: kind,
        organization_name: value.name.trim(),
        ...(kind === 'partner' && { partner_type: value.partnerType }),
        ...(value.notes.trim() && { notes: value.notes.trim() }),
        ...(value.permissions.length < offered.length && { permissions: [...value.permissions] }),
      };
      return confirmed(() => api('POST /api/stakeholder/invite', { body }));
    },
    done: () => onSent({ late: false }),
    late: () => onSent({ late: true }),
    refused: (failure) => {
      if (errorCode(failure) === 'offline') onUnanswered();
      return failureWords(failure);
    },
  });
  const form = useRef<HTMLFormElement>(null);
  // It is opened to be filled in.
  useEffect(() => form.current!.querySelector('input')!.focus(), []);
  const change = (next: Partial<typeof value>) => {
    setValue((now) => ({ ...now, ...next }));
    invite.say();
  };
  /** Leaving a field with one of the two still empty and the other filled in. */
  const checkLeft = () => {
    const begun = value.email.trim() !== '' || value.name.trim() !== '';
    if (begun && !isComplete) invite.say(words.required);
  };
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
      <DraftForm
        of={invite}
        draft={`invite ${kind}`}
        keepsUnsent
        formRef={form}
        label={words.send}
        busyLabel={words.sending}
        disabled={!isComplete}
      >
        <Field
          {...invite.field('invited_email')}
          label={words.email}
          hint={words.emailHint}
          type="email"
          autoComplete="off"
          maxLength={320}
          required
          value={value.email}
          onChange={(event) => change({ email: event.target.value })}
        />
        <Field
          {...invite.field('organization_name')}
          label={organization}
          autoComplete="off"
          maxLength={200}
          required
          value={value.name}
          onChange={(event) => change({ name: event.target.value })}
          onBlur={checkLeft}
        />
        {kind === 'partner' && (
          <Select
            label={words.partnerType}
            value={value.partnerType}
            onChange={(event) => change({ partnerType: event.target.value as PartnerType })}
          >
            {Object.entries(stakeholders.partnerTypes).map(([one, label]) => (
              <option key={one} value={one}>
                {label}
              </option>
            ))}
          </Select>
        )}
        <div>
          <p>{words.grants}</p>
          <ul role="list" className={list.ticks}>
            {capabilities.map((one) => (
              <li key={one}>
                <CheckIcon />
                {one}
              </li>
            ))}
          </ul>
        </div>
        <details className={styles.permissions}>
          <summary>{words.choosePermissions}</summary>
          <Picks
            legend={words.permissionsLegend}
            options={
              Object.fromEntries(offered.map((one) => [one, words.permissions[one]])) as Record<Permission, string>
            }
            values={value.permissions}
            onChange={(permissions) => change({ permissions })}
          />
        </details>
        <TextArea
          {...invite.field('notes')}
          label={words.notes}
          hint={words.notesHint}
          rows={2}
          maxLength={2_000}
          value={value.notes}
          onChange={(event) => change({ notes: event.target.value })}
        />
      </DraftForm>
    </Sheet>
  );
}
