import { useEffect } from 'react';
import { useRevalidator } from 'react-router';

/** Asks for what the screen shows every so many milliseconds, while that is wanted and the page is seen. */
export function useRefreshed(wanted: boolean, everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!wanted || state !== 'idle') return;
    const ask = () => document.visibilityState === 'visible' && navigator.onLine && void revalidate();
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [wanted, everyMs, revalidate, state]);
}
