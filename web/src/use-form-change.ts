import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { fieldsOf, fieldsServed } from './fields-of-form.ts';
import { formSent } from './typed-text.ts';
import { useHasScripts } from './ui/use-has-scripts.ts';
import type { Submission } from './use-submit.ts';

/**
 * What stands in a form is noted as it is shown first, whatever was typed before the scripts were here, and again whenever it was taken or
 * kept.
 * @returns tells whether something else stands there now, which would be lost with the form
 */
export function useFormChange(
  form: RefObject<HTMLFormElement | null>,
  { isTaken }: Pick<Submission<never>, 'isTaken'>,
): () => boolean {
  const begun = useRef('');
  const hasScripts = useHasScripts();
  const isTakenOver = useRef(!hasScripts);
  useLayoutEffect(() => {
    begun.current = JSON.stringify((isTakenOver.current ? fieldsServed : fieldsOf)(form.current!));
  }, [form]);
  useEffect(() => {
    const shown = form.current!;
    const note = () => {
      begun.current = JSON.stringify(fieldsOf(shown));
    };
    shown.addEventListener(formSent, note);
    return () => shown.removeEventListener(formSent, note);
  }, [form]);
  return () => !isTaken() && form.current !== null && JSON.stringify(fieldsOf(form.current)) !== begun.current;
}
