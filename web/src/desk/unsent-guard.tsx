import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react';
import { keepDraft } from '../device/form-draft.ts';
import type { Typed } from '../draft-form.tsx';
import { formSent } from '../features/offline/open-forms.ts';
import { useSession } from '../features/session/use-session.ts';
import { fieldsOf } from '../fields-of-form.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface UnsentGuardProps {
  form: RefObject<HTMLFormElement | null>;
  /** Its name, by which what was typed is there again. */
  draft: string;
  read?: Typed['read'] | undefined;
  /** Whether it was taken just now. */
  isTaken: () => boolean;
  /** Name in the query by which the form is on screen, if one is. */
  shownBy?: string | undefined;
}

/** Asks before a changed form is left; where its page is loaded anew or its tab closed, the device keeps what stands in it. */
export function UnsentGuard({ form, draft, read = fieldsOf, isTaken, shownBy }: UnsentGuardProps) {
  const userId = useSession().user?.id;
  const begun = useRef('');
  const isChanged = () => !isTaken() && form.current !== null && stateOf(form.current) !== begun.current;
  useNoted(form, () => {
    begun.current = stateOf(form.current!);
  });
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => {
      if (userId && isChanged()) keepDraft(draft, userId, read(form.current!));
    };
  });
  useEffect(() => {
    const gone = () => keep.current();
    addEventListener('pagehide', gone);
    return () => removeEventListener('pagehide', gone);
  }, []);
  return <LeaveGuard isChanged={isChanged} shownBy={shownBy} />;
}

const stateOf = (form: HTMLFormElement) => JSON.stringify(fieldsOf(form));

/** What stands in a form is noted before anything is filled in, and again whenever it was taken or kept. */
function useNoted(form: RefObject<HTMLFormElement | null>, note: () => void): void {
  const latest = useRef(note);
  useLayoutEffect(() => latest.current(), []);
  useEffect(() => {
    const shown = form.current!;
    const again = () => latest.current();
    shown.addEventListener(formSent, again);
    return () => shown.removeEventListener(formSent, again);
  }, [form]);
}
