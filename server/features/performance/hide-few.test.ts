import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Told, Untold } from '../../../contract/portal-states.ts';
import { hideFew, hideFewParts } from './hide-few.ts';

test.each([
  [[], []],
  [
    [0, 5, 12],
    [0, 5, 12],
  ],
  // One gap alone would be what is left of the total.
  [
    [4, 9, 12],
    ['few', 'withheld', 12],
  ],
  [
    [1, 4, 12],
    ['few', 'few', 12],
  ],
  [
    [0, 3, 12],
    [0, 'few', 'withheld'],
  ],
  // Two of one each would be what is left.
  [
    [1, 1, 12],
    ['few', 'few', 'withheld'],
  ],
  [
    [2, 1, 1, 30],
    ['few', 'few', 'few', 'withheld'],
  ],
  [
    [2, 2, 1, 30],
    ['few', 'few', 'few', 30],
  ],
  // No two figures of those kinds come to 8 but 4 and 4.
  [
    [4, 4, 12],
    ['few', 'few', 'withheld'],
  ],
  // A zero would say whose the rest is.
  [
    [0, 3, 0],
    ['few', 'few', 'few'],
  ],
  [
    [1, 1, 1, 5],
    ['withheld', 'withheld', 'withheld', 'withheld'],
  ],
  [[4], ['few']],
  // Eight in all of fewer than five each are four and four.
  [
    [4, 4],
    ['withheld', 'withheld'],
  ],
] as const)('of %j is told %j', (figures, told) => {
  expect(hideFew(figures.map((figure) => ({ figure, visits: figure })))).toEqual(told);
});

test('nothing is told of fewer than five visits, however much they did', () => {
  const counted = [
    { figure: 30, visits: 4 },
    { figure: 9, visits: 9 },
    { figure: 12, visits: 5 },
    { figure: 0, visits: 2 },
  ];
  expect(hideFew(counted)).toEqual(['few', 'withheld', 12, 0]);
});

const whole = (figure: number, told: Told = figure) => ({ figure, visits: figure, told });
const partsOf = (...figures: [whole: number, figure: number][]) =>
  figures.map(([whole, figure]) => ({ whole, figure, visits: figure }));

test('what is told of places and of their codes leaves none that is not told', () => {
  const parts = partsOf([0, 3], [0, 20], [1, 9], [1, 30], [2, 2], [2, 1], [2, 0], [3, 9], [3, 0]);
  const wholes = new Map([
    [0, whole(23)],
    [1, whole(39)],
    [2, whole(3, 'few')],
    [3, whole(9, 'withheld')],
  ]);
  expect(hideFewParts(parts, wholes)).toEqual(['few', 'withheld', 9, 30, 'few', 'few', 'few', 'withheld', 'withheld']);
});

test.each([
  [4, 4],
  [5, 1],
])('of %i and %i the codes do not tell what the places keep back', (...figures) => {
  const told = hideFew(figures.map((figure) => ({ figure, visits: figure })));
  const wholes = new Map(figures.map((figure, at) => [at, whole(figure, told[at]!)]));
  const parts = partsOf(...figures.map((figure, at): [number, number] => [at, figure]));
  expect(hideFewParts(parts, wholes)).toEqual(['withheld', 'withheld']);
});

test('a code that was pointed elsewhere is a part of no one place', () => {
  const wholes = new Map([
    [0, whole(20, 'withheld')],
    [1, whole(2, 'few')],
  ]);
  expect(hideFewParts(partsOf([1, 22]), wholes)).toEqual([22]);
  // Beside a third place, the two would be what is left of the total.
  const third = new Map([...wholes, [2, whole(2, 'few')]]);
  expect(hideFewParts(partsOf([1, 9], [1, 13], [2, 2]), third)).toEqual(['withheld', 'withheld', 'few']);
  wholes.set(0, whole(20));
  expect(hideFewParts(partsOf([1, 22]), wholes)).toEqual(['withheld']);
});

/** Figures with their visits, which may be fewer. */
const breakdown = fc.array(
  fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 30 })).map(([figure, less]) => ({
    figure,
    visits: Math.max(Math.min(figure, 1), figure - Math.max(0, less - 20)),
  })),
  { maxLength: 8 },
);

test('“few” is below five or of fewer than five visits, and what is told is neither', () => {
  fc.assert(
    fc.property(breakdown, (counted) => {
      for (const [at, told] of hideFew(counted).entries()) {
        const { figure, visits } = counted[at]!;
        if (told === 'few') expect(Math.min(figure, visits)).toBeLessThan(5);
        if (typeof told !== 'number') continue;
        expect(told).toBe(figure);
        if (told > 0) expect(Math.min(figure, visits)).toBeGreaterThanOrEqual(5);
      }
    }),
    { numRuns: 2_000 },
  );
});

/** All figures that one which is not told could have, by the total and what is told. */
function possible(told: readonly Told[], rest: number, at: number): Set<number> {
  const most = Math.min(...told.filter((one): one is number => typeof one === 'number' && one > 0), rest);
  // Where nothing is told, none of anything is not either, and what is kept back may be anything.
  const isAll = told.every((one) => typeof one === 'string');
  const range = (one: Told): [number, number] => {
    if (one === 'few') return [isAll ? 0 : 1, 4];
    return isAll ? [0, rest] : [5, most];
  };
  const others = told.filter((one, index): one is Untold => typeof one === 'string' && index !== at).map(range);
  const sum = (which: 0 | 1) => others.reduce((so, bounds) => so + bounds[which], 0);
  const [low, high] = range(told[at]!);
  const all = new Set<number>();
  for (let figure = low; figure <= high; figure++)
    if (rest - figure >= sum(0) && rest - figure <= sum(1)) all.add(figure);
  return all;
}

test('where anything is told beside it, what is not told comes to five at least, and could each be another', () => {
  const figures = fc.array(fc.integer({ min: 0, max: 25 }), { maxLength: 8 });
  fc.assert(
    fc.property(figures, (counts) => {
      const told = hideFew(counts.map((figure) => ({ figure, visits: figure })));
      const hidden = counts.filter((_, at) => typeof told[at] === 'string');
      if (hidden.length === 0) return;
      const rest = hidden.reduce((so, figure) => so + figure, 0);
      const isAll = hidden.length === told.length;
      if (!isAll) expect(rest).toBeGreaterThanOrEqual(5);
      if (!isAll) expect(rest).toBeGreaterThan(hidden.length);
      // A total of one alone is that one, and none in all is none of each.
      if (isAll && (hidden.length === 1 || rest === 0)) return;
      for (const [at, one] of told.entries())
        if (typeof one === 'string') expect(possible(told, rest, at).size).toBeGreaterThan(1);
    }),
    { numRuns: 5_000 },
  );
});
