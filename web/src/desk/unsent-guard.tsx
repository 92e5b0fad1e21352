import { type RefObject, useEffect, useRef } from 'react';
import type { Location } from 'react-router';
import { keepDraft } from '../device/form-draft.ts';
import { isRemembered } from '../device/own-device.ts';
import type { Typed } from '../draft-form.tsx';
import { useSession } from '../features/session/use-session.ts';
import { fieldsOf } from '../fields-of-form.ts';
import type { Filled } from '../submit-form.tsx';
import { type Submission, unanswered } from '../use-submit.ts';
import { LeaveGuard } from './leave-guard.tsx';

interface UnsentGuardProps {
  form: RefObject<HTMLFormElement | null>;
  /** Its name, by which what was typed is there again. */
  draft: string;
  read?: Typed['read'] | undefined;
  /** Whether something would be lost, as `useLost` tells it. */
  isChanged: () => boolean;
  /** What of an address the form is on screen by. */
  screenOf: (location: Location) => string | null | undefined;
  /** How it is sent: where no answer has come, its keys are kept with it. */
  of: Submission<Filled>;
  /** Told where it is left all the same. */
  onLeave?: () => void;
}

/** Asks before a changed form is left; where its page is loaded anew or its tab closed, the device keeps what stands in it. */
export function UnsentGuard({ form, draft, of, read = fieldsOf, isChanged, screenOf, onLeave }: UnsentGuardProps) {
  const userId = useSession().user?.id;
  const keep = useRef(() => {});
  useEffect(() => {
    keep.current = () => {
      // Whoever has left takes it along.
      if (userId && isRemembered(userId) && isChanged()) keepDraft(draft, userId, read(form.current!), unanswered(of));
    };
  });
  useEffect(() => {
    const gone = () => keep.current();
    addEventListener('pagehide', gone);
    return () => removeEventListener('pagehide', gone);
  }, []);
  return <LeaveGuard isChanged={isChanged} screenOf={screenOf} mayBeDone={of.mayBeDone} onLeave={onLeave} />;
}
