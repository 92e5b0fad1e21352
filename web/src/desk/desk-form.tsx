import { type FormEvent, useRef } from 'react';
import { DraftForm, type DraftFormProps } from '../draft-form.tsx';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { RequiredMark } from '../ui/labelled.tsx';
import { ErrorSummary, useFieldsAtFault } from './error-summary.tsx';
import { type Control, nameOf, nativeFaults } from './native-faults.ts';
import { UnsentGuard } from './unsent-guard.tsx';
import { useLost } from './use-lost.ts';

export interface DeskFormProps extends DraftFormProps {
  /** Name in the query by which the form is on screen, if one is, or several. */
  shownBy?: string | readonly string[];
}

/**
 * A form of a desk. It says which fields must be filled in, sends nothing that a field finds wrong, sums up what is at fault,
 * keeps what was typed over a sign-in and a reload, and asks before it is left with changes.
 */
export function DeskForm({ of, shownBy, children, ...rest }: DeskFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const isLost = useLost(form, of);
  const fields = useFieldsAtFault(form, of.refusals, of.faults);
  const isSummedUp = fields.length > 0 && !of.busy;
  const checked: typeof of = {
    ...of,
    problem: isSummedUp ? undefined : of.problem,
    submit: async (given) => {
      const faults = nativeFaults(form.current!);
      if (Object.keys(faults).length > 0) of.refuse({ faults });
      else await of.submit(given);
    },
  };
  const correct = ({ target }: FormEvent) => {
    const name = nameOf(target as Control);
    if (of.faults[name]) of.mark({ [name]: null });
  };
  return (
    <RequiredMark value={words.required}>
      <DraftForm {...rest} of={checked} formRef={form} onInput={correct}>
        {children}
        {isSummedUp && <ErrorSummary title={of.problem} fields={fields} />}
      </DraftForm>
      <UnsentGuard
        form={form}
        draft={rest.draft}
        read={rest.typed?.read}
        of={of}
        isChanged={isLost}
        screenOf={({ search }) => {
          const query = new URLSearchParams(search);
          return JSON.stringify([shownBy ?? []].flat().map((name) => query.get(name)));
        }}
      />
    </RequiredMark>
  );
}
