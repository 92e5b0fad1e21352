import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { useLocation, useNavigation, useRevalidator } from 'react-router';
import { type ExploreData, holdExplore } from '../../features/search/load-explore.ts';
import { scrollPositions } from '../../shell/scroll-positions.ts';

const patienceMs = 10_000;
const gestures = ['wheel', 'touchmove', 'keydown'] as const;

/**
 * Fetches the pages that the server left out for somebody who comes back further down (by a reload, or Back from another
 * site), and then goes to where they were: that place lies below the end of the shorter page. Not if they have moved meanwhile.
 * @returns whether they are on their way, and not for so long that somebody may want to ask again.
 */
export function useRest(data: ExploreData): boolean {
  const { isCut } = data;
  const { revalidate, state } = useRevalidator();
  const isAsked = useNavigation().state === 'loading';
  const { key } = useLocation();
  const aim = useRef<number | undefined>(undefined);
  // biome-ignore lint/correctness/useExhaustiveDependencies: where they were is known when the page begins
  useLayoutEffect(() => {
    if (isCut) aim.current = savedPosition(key);
  }, []);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, with what the server rendered; what fails later waits to be asked for
  useEffect(() => {
    holdExplore(data);
    if (isCut) void revalidate();
  }, []);
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
  return useForAWhile(isCut && (state === 'loading' || isAsked));
}

/** True while something goes on, for ten seconds at most. */
function useForAWhile(goesOn: boolean): boolean {
  const [isLong, setLong] = useState(false);
  useEffect(() => {
    if (!goesOn) return;
    const timer = setTimeout(() => setLong(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLong(false);
    };
  }, [goesOn]);
  return goesOn && !isLong;
}

/** Where the router left the entry of the history, in pixels; undefined where it does not know. */
function savedPosition(key: string): number | undefined {
  try {
    return JSON.parse(sessionStorage.getItem(scrollPositions) ?? '{}')[key];
  } catch {
    return undefined; // a browser may refuse storage
  }
}
