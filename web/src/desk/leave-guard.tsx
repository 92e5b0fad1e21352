import { useContext, useEffect, useRef, useState } from 'react';
import { type Location, UNSAFE_DataRouterContext } from 'react-router';
import { deskForms as words } from '../messages/en/desk-forms.ts';
import { Button } from '../ui/button.tsx';
import page from '../ui/page.module.css';
import { Sheet } from '../ui/sheet.tsx';

interface LeaveGuardProps {
  /** Whether something would be lost. */
  isChanged: () => boolean;
  /** Name in the query by which the form is on screen: as long as that and the path stay, so does the form. */
  shownBy?: string | undefined;
}

/** A form that is on screen. */
interface Watched {
  isLost: (from: Location, to: Location) => boolean;
}

/** A router asks one alone before a step; it asks all forms. */
const key = 'desk-forms';
const watched = new Set<Watched>();
let asking: Watched | undefined;

/** Asks before a step to another screen takes a changed form away. A closed tab is asked about by the browser itself. */
export function LeaveGuard({ isChanged, shownBy }: LeaveGuardProps) {
  // The router itself: its hook for this would weigh on the first script, and says no more.
  const { router } = useContext(UNSAFE_DataRouterContext)!;
  const changed = useRef(isChanged);
  useEffect(() => {
    changed.current = isChanged;
  });
  const [isAsking, setAsking] = useState(false);
  useEffect(() => {
    const own: Watched = {
      isLost: (from, to) => screenOf(from, shownBy) !== screenOf(to, shownBy) && changed.current(),
    };
    watched.add(own);
    router.getBlocker(key, ({ currentLocation, nextLocation }) => {
      asking = [...watched].find((one) => one.isLost(currentLocation, nextLocation));
      return asking !== undefined;
    });
    const stop = router.subscribe(({ blockers }) =>
      setAsking(asking === own && blockers.get(key)?.state === 'blocked'),
    );
    const ask = (event: BeforeUnloadEvent) => {
      if (changed.current()) event.preventDefault();
    };
    addEventListener('beforeunload', ask);
    return () => {
      stop();
      watched.delete(own);
      if (watched.size === 0) router.deleteBlocker(key);
      removeEventListener('beforeunload', ask);
    };
  }, [router, shownBy]);
  const stay = () => router.state.blockers.get(key)?.reset?.();
  return (
    <Sheet open={isAsking} onClose={stay} title={words.leaveTitle} closeLabel={words.stay}>
      {(close) => (
        <>
          <p>{words.leaveText}</p>
          <div className={page.actions}>
            <Button wide onClick={close}>
              {words.stay}
            </Button>
            <Button look="plain" wide onClick={() => router.state.blockers.get(key)?.proceed?.()}>
              {words.leave}
            </Button>
          </div>
        </>
      )}
    </Sheet>
  );
}

const screenOf = ({ pathname, search }: Location, shownBy: string | undefined) =>
  JSON.stringify([pathname, shownBy && new URLSearchParams(search).get(shownBy)]);
