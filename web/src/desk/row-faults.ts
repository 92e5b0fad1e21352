import type { Faults } from '../use-submit.ts';

/** What becomes of the faults of a form when one row of several is taken away: those of later rows move up with them. */
export function faultsWithoutRow(faults: Faults, rows: string, removed: number): Faults {
  const next: Record<string, string | null> = {};
  const found = Object.entries(faults).flatMap(([path, fault]) => {
    const [, at, rest] = path.startsWith(`${rows}.`) ? (/^(\d+)(.*)$/.exec(path.slice(rows.length + 1)) ?? []) : [];
    return at === undefined ? [] : [{ path, at: Number(at), rest, fault: fault ?? null }];
  });
  for (const { path, at } of found) if (at >= removed) next[path] = null;
  for (const { at, rest, fault } of found) if (at > removed) next[`${rows}.${at - 1}${rest}`] = fault;
  return next;
}
