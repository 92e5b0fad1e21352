import type { Told } from '../../../contract/portal-states.ts';
import { type Counted, hideFew } from './hide-few.ts';

/** Each hides something more; what is not done by then is not told at all. */
const mostSweeps = 40;

/**
 * What may be told of parts day by day, where what they come to on a day and in all is known: neither leaves one of few. Of a part that is
 * not told in all, no day is.
 * @param parts the figures of each, day by day
 * @param sums what is told of each in all
 */
export function hideFewDays(parts: readonly (readonly Counted[])[], sums: readonly Told[]): Told[][] {
  const cells = parts.map((days, at) => days.map((day) => ({ ...day, isHidden: typeof sums[at] === 'string' })));
  // Where there was nothing in all, there was nothing on any day.
  const rows = cells.filter((_, at) => sums[at] !== 0);
  const hide = (line: readonly (Counted & { isHidden: boolean })[]) => {
    for (const [at, told] of hideFew(line).entries()) line[at]!.isHidden = typeof told === 'string';
  };
  const count = () => rows.flat().filter(({ isHidden }) => isHidden).length;
  let isSettled = false;
  for (let sweep = 0; sweep < mostSweeps && !isSettled; sweep++) {
    const before = count();
    for (const day of (rows[0] ?? []).keys()) hide(rows.map((row) => row[day]!));
    for (const row of rows) hide(row);
    isSettled = count() === before;
  }
  return cells.map((row) => row.map((one) => (one.isHidden || !isSettled ? wordOf(one) : one.figure)));
}

const wordOf = (one: Counted): Told => hideFew([{ ...one, isHidden: true }])[0]!;
