import { type RefObject, useEffect, useRef } from 'react';
import type { Filled } from '../submit-form.tsx';
import { formSent } from '../typed-text.ts';
import { useFormChange } from '../use-form-change.ts';
import type { Submission } from '../use-submit.ts';

/**
 * @returns tells whether leaving a form would lose something: what was typed, or what came of what was sent, also where nothing of that
 * stands in it any more. What the device keeps over a sign-in is not lost.
 */
export function useLost(form: RefObject<HTMLFormElement | null>, of: Submission<Filled>): () => boolean {
  const isChanged = useFormChange(form, of);
  const isKept = useRef(false);
  useEffect(() => {
    const shown = form.current!;
    const note = () => {
      isKept.current = true;
    };
    shown.addEventListener(formSent, note);
    return () => shown.removeEventListener(formSent, note);
  }, [form]);
  useEffect(() => {
    if (of.busy) isKept.current = false;
  }, [of.busy]);
  return () => isChanged() || (of.mayBeDone && !of.isTaken() && !isKept.current);
}
