import { useEffect, useSyncExternalStore } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../features/session/use-session.ts';
import { desk as words } from '../messages/en/desk.ts';
import { Button } from '../ui/button.tsx';
import { Notice } from '../ui/notice.tsx';
import { Status } from '../ui/status.tsx';
import { dropAnswers, lateNow, noneLate, noteInView, putLate, subscribeLate } from './late-said.ts';
import { NextStep, type Said, shownOf } from './use-change.tsx';

/**
 * Tells at whatever desk is on screen what came of a form that its sender has left meanwhile, and has that desk asked again.
 * @param intoView whether that screen is scrolled to it.
 */
export function useLate({ intoView = false } = {}): (said: Said) => void {
  const { revalidate } = useRevalidator();
  const userId = useSession().user?.id;
  return (said) => {
    if (intoView) dropAnswers();
    const now = lateNow();
    const one = { words: said, isAnswer: intoView };
    const before = now.userId === userId ? now.said : [];
    putLate({ userId, said: [...before, one], intoView, turn: now.turn + 1 });
    void revalidate();
  };
}

/** What came late, until it is put away. */
export function LateResults() {
  const { userId, said, intoView, turn } = useSyncExternalStore(subscribeLate, lateNow, () => noneLate);
  const isOwn = useSession().user?.id === userId;
  // It is brought into sight where it was looked for, once: another desk is not scrolled to it.
  useEffect(() => {
    if (isOwn && intoView) noteInView();
  }, [isOwn, intoView]);
  const told = said.map(({ words: one }) => shownOf(one));
  return (
    <Status>
      {isOwn && said.length > 0 && (
        <Notice
          key={turn}
          intoView={intoView}
          tone={told.some(({ tone }) => tone === 'warn') ? 'warn' : 'ok'}
          actions={
            <>
              {told.map(({ next }) => next && <NextStep key={next.to} {...next} />)}
              <Button look="plain" onClick={() => putLate({ ...noneLate, turn })}>
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
