import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import { typedText } from '../typed-text.ts';

/** Asks for what the screen shows every so many milliseconds, while that is wanted and the page is seen, and nobody has typed. */
export function useRefreshed(wanted: boolean, everyMs: number): void {
  const { revalidate, state } = useRevalidator();
  useEffect(() => {
    if (!wanted || state !== 'idle') return;
    const ask = () => {
      if (document.visibilityState === 'visible' && navigator.onLine && !typedText.isHeld()) void revalidate();
    };
    const timer = setInterval(ask, everyMs);
    return () => clearInterval(timer);
  }, [wanted, everyMs, revalidate, state]);
}
