import { useEffect, useRef } from 'react';
import { announce } from './announce.ts';

/** Says words once they come or change, not those that a screen begins with: for what takes the place of a whole screen. */
export function useSaid(words: string | null): void {
  const before = useRef(words);
  useEffect(() => {
    if (words && words !== before.current) announce(words);
    before.current = words;
  }, [words]);
}
