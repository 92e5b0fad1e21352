import { useEffect, useLayoutEffect, useRef } from 'react';
import { useLocation, useRevalidator } from 'react-router';
import { scrollPositions } from '../scroll-positions.ts';

const gestures = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Fetches the pages that the server left out for somebody who comes back further down (by a reload, or Back from another
 * site), and then goes to where they were: that place lies below the end of the shorter page. Not if they have moved meanwhile.
 */
export function useRest(isCut: boolean): void {
  const { revalidate } = useRevalidator();
  const { key } = useLocation();
  const aim = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where they were is known when the page begins
  useLayoutEffect(() => {
    if (isCut) aim.current = savedPosition(key);
  }, []);
  useEffect(() => {
    if (isCut) void revalidate();
  }, [isCut, revalidate]);
  useEffect(() => {
    const letGo = () => {
      aim.current = undefined;
    };
    for (const gesture of gestures) addEventListener(gesture, letGo, { once: true, passive: true });
    return () => {
      for (const gesture of gestures) removeEventListener(gesture, letGo);
    };
  }, []);
  useLayoutEffect(() => {
    if (isCut || aim.current === undefined) return;
    scrollTo(0, aim.current);
    aim.current = undefined;
  }, [isCut]);
}

/** Where the router left the entry of the history, in pixels; undefined where it does not know. */
function savedPosition(key: string): number | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(scrollPositions) ?? '{}')[key];
  } catch {
    return undefined; // a browser may refuse storage
  }
}
