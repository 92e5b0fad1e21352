import { type FormEvent, useState } from 'react';
import type { StakeholderType } from '../../../../contract/invitations.ts';
import { ApiError, browserApi } from '../../api.ts';
import { invitations as words } from '../../messages/en/invitations.ts';
import { type PartnerType, stakeholders } from '../../messages/en/stakeholders.ts';
import { refusalWords } from '../../refusal-words.ts';
import { Button } from '../../ui/button.tsx';
import { Field, Select } from '../../ui/field.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Sheet } from '../../ui/sheet.tsx';

/** Runs a call that may need the person's confirmation first. */
export type Confirmed = <T>(call: () => Promise<T>) => Promise<T>;

interface InviteSheetProps {
  kind: StakeholderType;
  confirmed: Confirmed;
  onClose: () => void;
  onSent: () => void;
}

/** Invites somebody: their address, whom they stand for, and what they will be able to do. */
export function InviteSheet({ kind, confirmed, onClose, onSent }: InviteSheetProps) {
  const { title, organization, capabilities } = words.kinds[kind];
  const [value, setValue] = useState<{ email: string; name: string; partnerType: PartnerType }>({
    email: '',
    name: '',
    partnerType: 'hotel',
  });
  const [state, setState] = useState<{ step: 'typing' | 'sending'; error?: string }>({ step: 'typing' });
  const isComplete = value.email.trim() !== '' && value.name.trim() !== '';
  const change = (next: Partial<typeof value>) => {
    setValue({ ...value, ...next });
    setState({ step: 'typing' });
  };
  /** Leaving a field with one of the two still empty and the other filled in. */
  const checkLeft = () => {
    const begun = value.email.trim() !== '' || value.name.trim() !== '';
    if (begun && !isComplete) setState({ step: 'typing', error: words.required });
  };
  const send = async (event: FormEvent) => {
    event.preventDefault();
    if (!isComplete) return setState({ step: 'typing', error: words.required });
    setState({ step: 'sending' });
    const body = {
      invited_email: value.email.trim(),
      stakeholder_type: kind,
      organization_name: value.name.trim(),
      ...(kind === 'partner' && { partner_type: value.partnerType }),
    };
    try {
      await confirmed(() => browserApi('POST /api/stakeholder/invite', { body }));
      onSent();
    } catch (error) {
      const answered = error instanceof ApiError && error.status !== 0;
      setState({ step: 'typing', error: answered ? words.failed(refusalWords(error, words.unknown)) : words.network });
    }
  };
  return (
    <Sheet open onClose={onClose} title={title} closeLabel={words.close}>
      <form className={page.form} onSubmit={send} noValidate>
        <Field
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
        {state.error && <Notice tone="bad">{state.error}</Notice>}
        <Button type="submit" wide disabled={!isComplete} busy={state.step === 'sending'}>
          {state.step === 'sending' ? words.sending : words.send}
        </Button>
      </form>
    </Sheet>
  );
}
