import { useCallback, useEffect, useRef, useState } from 'react';
import { type GoogleProblem, openGoogle, type SignInStart } from './google.ts';

const retryDelayMs = 1_000;

type State = { step: 'idle' | 'starting' | 'fallback' } | { step: 'failed'; problem: GoogleProblem };

/** The start of a sign-in with Google, and what became of it. */
export function useGoogle({ invitation, redirect }: SignInStart) {
  const [state, setState] = useState<State>({ step: 'idle' });
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const start = useCallback(async () => {
    setState({ step: 'starting' });
    const problem = await openGoogle({ invitation, redirect }, () => setState({ step: 'fallback' }));
    if (problem) setState({ step: 'failed', problem });
  }, [invitation, redirect]);
  const retry = useCallback(() => {
    setState({ step: 'starting' });
    timer.current = setTimeout(() => void start(), retryDelayMs);
  }, [start]);
  useEffect(() => {
    // Who comes back from Google with the browser's own button finds the page as it was left.
    const reset = (event: PageTransitionEvent) => event.persisted && setState({ step: 'idle' });
    addEventListener('pageshow', reset);
    return () => {
      removeEventListener('pageshow', reset);
      clearTimeout(timer.current);
    };
  }, []);
  return { state, start, retry };
}
