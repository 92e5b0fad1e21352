import type { Told } from '../../../contract/portal-states.ts';
import { type Counted, hideFew, hidesWell } from './hide-few.ts';
import { loosenGrid } from './loosen-grid.ts';

/** Each hides something more; what is not done by then is not told at all. */
const mostSweeps = 40;

/**
 * What may be told of parts day by day, where what they come to on a day and in all is known: neither leaves one of few, nor do both
 * together. Of a part that is not told in all, no day is.
 * @param parts the figures of each, day by day
 * @param sums what is told of each in all
 */
export function hideFewDays(parts: readonly (readonly Counted[])[], sums: readonly Told[]): Told[][] {
  const cells = parts.map((days, at) => days.map((day) => ({ ...day, isHidden: typeof sums[at] === 'string' })));
  // Where there was nothing in all, there was nothing on any day.
  const rows = cells.filter((_, at) => sums[at] !== 0);
  const days = [...(rows[0] ?? []).keys()].map((day) => rows.map((row) => row[day]!));
  const hiddenOf = new Map<Line, number>();
  const count = (line: Line) => line.reduce((so, { isHidden }) => so + Number(isHidden), 0);
  let isSettled = false;
  for (let sweep = 0; sweep < mostSweeps && !isSettled; sweep++) {
    // Of a line of which no more is hidden than it was left with, no more has to be.
    const moved = [...days, ...rows].filter((line) => {
      if (hiddenOf.get(line) === count(line)) return false;
      for (const [at, told] of hideFew(line).entries()) line[at]!.isHidden = typeof told === 'string';
      hiddenOf.set(line, count(line));
      return true;
    });
    isSettled = moved.length === 0;
  }
  const told = cells.map((row) => row.map((one): Told => (one.isHidden || !isSettled ? wordOf(one) : one.figure)));
  // Two kinds of words in a line would say what one does not.
  for (const line of linesOf(cells))
    if (
      !hidesWell(
        line.map(([part, day]) => cells[part]![day]!),
        line.map(([part, day]) => told[part]![day]!),
      )
    )
      for (const [part, day] of line) if (typeof told[part]![day] === 'string') told[part]![day] = 'withheld';
  loosenGrid(
    parts.map((days) => days.map(({ figure }) => figure)),
    told,
  );
  return told;
}

type Line = readonly (Counted & { isHidden: boolean })[];

const wordOf = (one: Counted): Told => hideFew([{ ...one, isHidden: true }])[0]!;

/** Where the cells of each part and of each day stand. */
function linesOf(cells: readonly (readonly unknown[])[]): (readonly (readonly [part: number, day: number])[])[] {
  const parts = [...cells.keys()];
  const days = [...(cells[0] ?? []).keys()];
  return [
    ...parts.map((part) => days.map((day) => [part, day] as const)),
    ...days.map((day) => parts.map((part) => [part, day] as const)),
  ];
}
