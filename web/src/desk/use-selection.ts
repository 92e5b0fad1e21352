import { useCallback, useEffect, useMemo, useRef, useState } from 'react';

/** The rows that are acted on: those of the page that are ticked, or all that match, which the list's digest names. */
export type Selection = { ids: string[] } | { allMatching: number; seen: string };

interface SelectionOptions {
  rows: readonly { id: string }[];
  total: number;
  /** Names all that match (null: more than are counted; undefined: nothing is done with them). */
  digest?: string | null | undefined;
  /** Another number each time that what was ticked is done. */
  done?: number | undefined;
  /** Ticked again, as the form is open again that is about them. */
  again?: readonly string[] | undefined;
  /** Told whenever somebody ticks, or takes a tick away. */
  onTicked?: (() => void) | undefined;
  /** What the list is asked: a reload of the page, which asks the same, keeps what is ticked. */
  asked: string;
}

const key = 'holoholo.ticks';

/** What was ticked in a list that asks the same, before its page was loaded anew. */
function keptTicks(asked: string): string[] {
  try {
    const kept = JSON.parse(sessionStorage.getItem(key) ?? 'null');
    return kept?.asked === asked ? kept.ids : [];
  } catch {
    return [];
  }
}

function keepTicks(asked: string, ticked: ReadonlySet<string>): void {
  try {
    if (ticked.size > 0) sessionStorage.setItem(key, JSON.stringify({ asked, ids: [...ticked] }));
    else sessionStorage.removeItem(key);
  } catch {
    // Where there is no storage a reload loses them.
  }
}

/** What is ticked of the rows shown; nothing once one of them is gone or the list is asked else, which is told, or what was ticked is done. */
export function useSelection({ rows, total, digest, done = 0, again, onTicked, asked }: SelectionOptions) {
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set());
  /** All that matched when they were chosen, by their digest: who matches by now, or by another filter, is not among them. */
  const [all, setAll] = useState<{ allMatching: number; seen: string } | null>(null);
  const [isLost, setIsLost] = useState(false);
  const take = useCallback((ids: readonly string[]) => {
    setAll(null);
    setIsLost(false);
    setTicked(new Set(ids));
  }, []);
  const shown = rows.map(({ id }) => id).join();
  const isOther = all !== null && all.seen !== digest;
  const before = useRef({ shown, done, asked, ticked, isAll: false });
  useEffect(() => {
    const last = before.current;
    before.current = { ...last, shown, done, asked };
    if (last.shown === shown && last.done === done && !isOther) return;
    const known = new Set(shown.split(','));
    const isStillShown = last.asked === asked && !last.isAll && [...last.ticked].every((id) => known.has(id));
    if (last.done === done && isStillShown) return;
    setAll(null);
    setTicked(new Set());
    // Where no row matched in between, nobody has been told yet.
    setIsLost((was) => last.done === done && (last.ticked.size > 0 || (was && last.shown === '')));
  }, [shown, done, asked, isOther]);
  useEffect(() => {
    before.current = { ...before.current, ticked, isAll: all !== null };
  }, [ticked, all]);
  const isBegun = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: as the list comes, and as a form is open again
  useEffect(() => {
    const known = new Set(shown.split(','));
    const ids = (isBegun.current ? (again ?? []) : keptTicks(asked)).filter((id) => known.has(id));
    isBegun.current = true;
    if (ids.length > 0) take(ids);
  }, [again]);
  const isKept = useRef(false);
  // biome-ignore lint/correctness/useExhaustiveDependencies: other rows have other ticks by then
  useEffect(() => {
    if (isKept.current) keepTicks(asked, ticked);
    isKept.current = true;
  }, [ticked]);
  const told = useRef(onTicked);
  useEffect(() => {
    told.current = onTicked;
  });
  const toggle = useCallback((id: string, isOn: boolean) => {
    told.current?.();
    setAll(null);
    setIsLost(false);
    setTicked((now) => {
      const next = new Set(now);
      if (isOn) next.add(id);
      else next.delete(id);
      return next;
    });
  }, []);
  const selection = useMemo<Selection>(
    // In an order of their own: what is typed about them is about them, in whatever order they were ticked.
    () => all ?? { ids: [...ticked].sort() },
    [all, ticked],
  );
  return {
    ticked,
    toggle,
    selection,
    isAllMatching: all !== null,
    isLost,
    count: all?.allMatching ?? ticked.size,
    tickAll: (isOn: boolean) => {
      onTicked?.();
      take(isOn ? rows.map(({ id }) => id) : []);
    },
    takeAllMatching: () => digest && setAll({ allMatching: total, seen: digest }),
    clear: () => take([]),
  };
}
