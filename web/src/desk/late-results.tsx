import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../features/session/use-session.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { NextStep, type Said, shownOf } from './use-change.tsx';

interface Late {
  /** Whose it is, and nobody else's. */
  userId: string | undefined;
  said: readonly Said[];
  /** Whether it answers a press just now: its screen is where it is looked for. */
  intoView: boolean;
}

const none: Late = { userId: undefined, said: [], intoView: false };
let late = none;
const listeners = new Set<() => void>();

function put(next: Late): void {
  late = next;
  for (const listener of listeners) listener();
}

const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

/**
 * Tells at whatever desk is on screen what came of a form that its sender has left meanwhile, and has that desk asked again.
 * @param intoView whether that screen is scrolled to it.
 */
export function useLate({ intoView = false } = {}): (said: Said) => void {
  const { revalidate } = useRevalidator();
  const userId = useSession().user?.id;
  return (said) => {
    put({ userId, said: late.userId === userId ? [...late.said, said] : [said], intoView });
    void revalidate();
  };
}

/** What came late, until it is put away. */
export function LateResults() {
  const { userId, said, intoView } = useSyncExternalStore(
    subscribe,
    () => late,
    () => none,
  );
  const isOwn = useSession().user?.id === userId;
  // It is brought into sight where it was looked for, once: another desk is not scrolled to it.
  useEffect(() => {
    if (isOwn && intoView) late = { ...late, intoView: false };
  }, [isOwn, intoView]);
  const told = said.map(shownOf);
  return (
    <Status>
      {isOwn && said.length > 0 && (
        <Notice
          key={said.length}
          intoView={intoView}
          tone={told.some(({ tone }) => tone === 'warn') ? 'warn' : 'ok'}
          actions={
            <>
              {told.map(({ next }) => next && <NextStep key={next.to} {...next} />)}
              <Button look="plain" onClick={() => put(none)}>
                {words.putAway}
              </Button>
            </>
          }
        >
          {told.map(({ words: one }) => (
            <p key={one}>{one}</p>
          ))}
        </Notice>
      )}
    </Status>
  );
}
