import { useContext, useEffect, useRef, useState } from 'react';
import { type Location, UNSAFE_DataRouterContext } from 'react-router';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { contentLanguage } from '../messages/languages.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { Sheet } from '../ui/sheet.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  isChanged: () => boolean;
  /** What of an address the form is on screen by: as long as that and the path stay, so does the form. */
  screenOf: (location: Location) => string | null | undefined;
  /** Whether what stands in it was sent, and no answer has come. */
  mayBeDone?: boolean | undefined;
  /** Told where it is left all the same. */
  onLeave?: (() => void) | undefined;
}

/** A form that is on screen. */
interface Watched {
  isLost: (from: Location, to: Location) => boolean;
}

/** A router asks one alone before a step; it asks all forms. */
const key = 'desk-forms';
const watched = new Set<Watched>();
let asking: Watched | undefined;
/** Each question is one of its own: what a former one tells late, as it closes, answers none that came after it. */
let questions = 0;

/** Asks before a step to another screen takes a changed form away. A closed tab is asked about by the browser itself. */
export function LeaveGuard({ isChanged, screenOf, mayBeDone, onLeave }: LeaveGuardProps) {
  // The router itself: its hook for this would weigh on the first script, and says no more.
  const { router } = useContext(UNSAFE_DataRouterContext)!;
  const latest = useRef({ isChanged, screenOf });
  useEffect(() => {
    latest.current = { isChanged, screenOf };
  });
  const [question, setQuestion] = useState(0);
  useEffect(() => {
    const own: Watched = {
      isLost: (from, to) => {
        const { isChanged, screenOf } = latest.current;
        return (from.pathname !== to.pathname || screenOf(from) !== screenOf(to)) && isChanged();
      },
    };
    watched.add(own);
    router.getBlocker(key, ({ currentLocation, nextLocation }) => {
      asking = [...watched].find((one) => one.isLost(currentLocation, nextLocation));
      if (asking) questions += 1;
      return asking !== undefined;
    });
    const stop = router.subscribe(({ blockers }) =>
      setQuestion(asking === own && blockers.get(key)?.state === 'blocked' ? questions : 0),
    );
    const ask = (event: BeforeUnloadEvent) => {
      if (latest.current.isChanged()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      stop();
      watched.delete(own);
      if (watched.size === 0) router.deleteBlocker(key);
      removeEventListener('beforeunload', ask);
    };
  }, [router]);
  const stay = () => {
    if (question === questions) router.state.blockers.get(key)?.reset?.();
  };
  const leave = () => {
    onLeave?.();
    router.state.blockers.get(key)?.proceed?.();
  };
  return <LeaveQuestion key={question} open={question > 0} onStay={stay} onLeave={leave} mayBeDone={mayBeDone} />;
}

interface LeaveQuestionProps {
  open: boolean;
  onStay: () => void;
  onLeave: () => void;
  mayBeDone?: boolean | undefined;
}

/** Asks whether what was changed may be lost. */
export function LeaveQuestion({ open, onStay, onLeave, mayBeDone }: LeaveQuestionProps) {
  const title = mayBeDone ? words.unansweredTitle : words.leaveTitle;
  return (
    <Sheet open={open} onClose={onStay} title={title} closeLabel={words.stay} lang={contentLanguage}>
      {(close) => (
        <>
          <p>{mayBeDone ? words.unansweredText : words.leaveText}</p>
          <div className={page.actions}>
            <Button wide onClick={close}>
              {words.stay}
            </Button>
            <Button look="plain" wide onClick={onLeave}>
              {words.leave}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}
