import { useCallback, useEffect, useMemo, useState } from 'react';

/** The rows that are acted on: those of the page that are ticked, or all that match. */
export type Selection = { ids: string[] } | { allMatching: number };

/** What is ticked of the rows shown; nothing once others are shown, or what was ticked is done (`done` is another number then). */
export function useSelection(rows: readonly { id: string }[], total: number, done = 0) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  const [isAllMatching, setIsAllMatching] = useState(false);
  const shown = rows.map(({ id }) => id).join();
  // biome-ignore lint/correctness/useExhaustiveDependencies: with each other page and each deed
  useEffect(() => {
    setTicked(new Set());
    setIsAllMatching(false);
  }, [shown, done]);
  const toggle = useCallback((id: string, isOn: boolean) => {
    setIsAllMatching(false);
    setTicked((now) => {
      const next = new Set(now);
      if (isOn) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const selection = useMemo<Selection>(
    () => (isAllMatching ? { allMatching: total } : { ids: [...ticked] }),
    [isAllMatching, ticked, total],
  );
  return {
    ticked,
    toggle,
    selection,
    isAllMatching,
    count: isAllMatching ? total : ticked.size,
    tickAll: (isOn: boolean) => {
      setIsAllMatching(false);
      setTicked(new Set(isOn ? rows.map(({ id }) => id) : []));
    },
    takeAllMatching: () => setIsAllMatching(true),
    clear: () => {
      setTicked(new Set());
      setIsAllMatching(false);
    },
  };
}
