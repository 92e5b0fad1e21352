import { type FormEvent, useEffect, useLayoutEffect, useRef } from 'react';
import { DraftForm, type DraftFormProps } from '../draft-form.tsx';
import { formSent } from '../features/offline/open-forms.ts';
import { fieldsOf } from '../fields-of-form.ts';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { RequiredMark } from '../ui/labelled.tsx';
import { ErrorSummary, useFieldsAtFault } from './error-summary.tsx';
import { LeaveGuard } from './leave-guard.tsx';
import { type Control, nameOf, nativeFaults } from './native-faults.ts';

export interface DeskFormProps extends DraftFormProps {
  /** Name in the query by which the form is on screen, if one is. */
  shownBy?: string;
}

/**
 * A form of a desk. It says which fields must be filled in, sends nothing that a field finds wrong, sums up what is at fault,
 * keeps what was typed over a sign-in, and asks before it is left with changes.
 */
export function DeskForm({ of, shownBy, children, ...rest }: DeskFormProps) {
  const form = useRef<HTMLFormElement>(null);
  const begun = useRef('');
  const note = () => {
    begun.current = stateOf(form.current!);
  };
  useNoted(form, note);
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
      <LeaveGuard
        isChanged={() => !of.isTaken() && form.current !== null && stateOf(form.current) !== begun.current}
        shownBy={shownBy}
      />
    </RequiredMark>
  );
}

const stateOf = (form: HTMLFormElement) => JSON.stringify(fieldsOf(form));

/** What stands in a form is noted before anything is filled in, and again whenever it was taken or kept. */
function useNoted(form: { current: HTMLFormElement | null }, note: () => void): void {
  const latest = useRef(note);
  useLayoutEffect(() => latest.current(), []);
  useEffect(() => {
    const shown = form.current!;
    const again = () => latest.current();
    shown.addEventListener(formSent, again);
    return () => shown.removeEventListener(formSent, again);
  }, [form]);
}
