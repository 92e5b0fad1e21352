import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { fieldsOf } from './fields-of-form.ts';
import { formSent } from './typed-text.ts';
import type { Submission } from './use-submit.ts';

const stateOf = (form: HTMLFormElement) => JSON.stringify(fieldsOf(form));

/**
 * What stands in a form is noted before anything is filled in, and again whenever it was taken or kept.
 * @returns tells whether something else stands there now, which would be lost with the form
 */
export function useFormChange(
  form: RefObject<HTMLFormElement | null>,
  { isTaken }: Pick<Submission<never>, 'isTaken'>,
): () => boolean {
  const begun = useRef('');
  useLayoutEffect(() => {
    begun.current = stateOf(form.current!);
  }, [form]);
  useEffect(() => {
    const shown = form.current!;
    const note = () => {
      begun.current = stateOf(shown);
    };
    shown.addEventListener(formSent, note);
    return () => shown.removeEventListener(formSent, note);
  }, [form]);
  return () => !isTaken() && form.current !== null && stateOf(form.current) !== begun.current;
}
