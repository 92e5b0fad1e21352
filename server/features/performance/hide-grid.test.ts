import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Told } from '../../../contract/portal-states.ts';
import { hideFew } from './hide-few.ts';
import { hideFewDays } from './hide-grid.ts';

const add = (figures: readonly number[]) => figures.reduce((so, figure) => so + figure, 0);
const counted = (figure: number) => ({ figure, visits: figure });
const columns = <T>(grid: readonly (readonly T[])[]) => grid[0]!.map((_, day) => grid.map((row) => row[day]!));

/** As the days of codes beside each other are told. */
const tell = (grid: readonly (readonly number[])[]) =>
  hideFewDays(
    grid.map((row) => row.map(counted)),
    hideFew(grid.map((row) => counted(add(row)))),
  );

/** What a partner may take for each figure: "few" is below five, and what has few beside it in both of its lines is not few. */
function bounds(told: readonly (readonly Told[])[]): [least: number, most: number][][] {
  const byDay = columns(told);
  return told.map((row) =>
    row.map((one, day) => {
      if (typeof one === 'number') return [one, one];
      if (one === 'few') return [0, 4];
      return [row.includes('few') && byDay[day]!.includes('few') ? 5 : 0, Infinity];
    }),
  );
}

/** Whether any grid within the bounds comes to what each code and each day come to; tries them all. */
function isPossible(within: readonly (readonly [number, number])[][], parts: number[], days: number[]): boolean {
  const width = days.length;
  const [ofParts, ofDays] = [[...parts], [...days]];
  const fill = (at: number): boolean => {
    if (at === parts.length * width) return ofDays.every((left) => left === 0);
    const [part, day] = [Math.floor(at / width), at % width];
    const [least, most] = within[part]![day]!;
    const left = Math.min(ofParts[part]!, ofDays[day]!);
    // The last of a line is what is left of it.
    const from = day === width - 1 ? Math.max(least, ofParts[part]!) : least;
    for (let figure = from; figure <= Math.min(most, left); figure++) {
      ofParts[part]! -= figure;
      ofDays[day]! -= figure;
      const isFilled = fill(at + 1);
      ofParts[part]! += figure;
      ofDays[day]! += figure;
      if (isFilled) return true;
    }
    return false;
  };
  return fill(0);
}

/** Whether a figure follows from the others, by trying each other one. */
function isTold(grid: readonly (readonly number[])[], within: [number, number][][], part: number, day: number) {
  const [parts, days] = [grid.map(add), columns(grid).map(add)];
  for (let figure = 0; figure <= Math.min(parts[part]!, days[day]!); figure++) {
    const [least, most] = within[part]![day]!;
    if (figure === grid[part]![day]! || figure < least || figure > most) continue;
    const other = within.map((row, at) =>
      row.map((one, on): [number, number] => (at === part && on === day ? [figure, figure] : one)),
    );
    if (isPossible(other, parts, days)) return false;
  }
  return true;
}

/** The figures that are not told and follow all the same, though what codes and days come to does not say them. */
function given(grid: readonly (readonly number[])[]): string[] {
  const told = tell(grid);
  const unknown = grid.map((row) => row.map((): [number, number] => [0, Infinity]));
  return told.flatMap((row, part) =>
    row.flatMap((one, day) => {
      const figure = grid[part]![day]!;
      const isOpen =
        typeof one === 'number' ||
        figure === 0 ||
        !isTold(grid, bounds(told), part, day) ||
        isTold(grid, unknown, part, day);
      return isOpen ? [] : [`${figure} in ${JSON.stringify(grid)}, told ${JSON.stringify(told)}`];
    }),
  );
}

test.each([
  [
    [
      [14, 11],
      [0, 5],
      [7, 4],
    ],
  ],
  [
    [
      [6, 0],
      [4, 8],
      [11, 11],
    ],
  ],
])('of %j no figure of few follows from days and codes together', (grid) => {
  expect(given(grid)).toEqual([]);
});

test('whatever was scanned, what is not told does not follow from what codes and days come to, the words and the rest', () => {
  const grid = fc.tuple(fc.integer({ min: 2, max: 3 }), fc.integer({ min: 2, max: 3 })).chain(([codes, days]) => {
    const line = fc.array(fc.oneof(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 14 })), {
      ...{ minLength: days, maxLength: days },
    });
    return fc.array(line, { minLength: codes, maxLength: codes });
  });
  fc.assert(
    fc.property(grid, (figures) => {
      const rows = figures.filter((row) => add(row) > 0);
      if (rows.length > 0) expect(given(rows)).toEqual([]);
    }),
    { numRuns: 1_500 },
  );
});
