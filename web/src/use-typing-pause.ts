import { type CompositionEvent, useEffect, useRef } from 'react';

/**
 * Follows what is typed after a pause, and not while letters are being put together into characters, as in Japanese: half a word is
 * no search.
 * @param follow given what the field holds, where whoever calls tells it
 */
export function useTypingPause(follow: (typed: string) => void, pauseMs: number) {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const isComposing = useRef(false);
  const stop = () => clearTimeout(timer.current);
  // Whoever goes back at once leaves what they typed: its search would take them forward again.
  useEffect(() => {
    const forget = () => clearTimeout(timer.current);
    addEventListener('popstate', forget);
    return () => {
      forget();
      removeEventListener('popstate', forget);
    };
  }, []);
  const followSoon = (typed = '') => {
    stop();
    if (!isComposing.current) timer.current = setTimeout(() => follow(typed), pauseMs);
  };
  const compose = (on: boolean) => (event: CompositionEvent<HTMLInputElement>) => {
    isComposing.current = on;
    followSoon(event.currentTarget.value);
  };
  /** `field` is for the input that is typed in. */
  return { stop, followSoon, field: { onCompositionStart: compose(true), onCompositionEnd: compose(false) } };
}
