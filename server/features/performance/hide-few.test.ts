import { expect, test } from 'vitest';
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
    [null, null, 12],
  ],
  [
    [1, 4, 12],
    [null, null, 12],
  ],
  [
    [0, 3, 0],
    [0, null, 0],
  ],
  [[4], [null]],
])('of %j is told %j', (figures, told) => {
  expect(hideFew(figures.map((figure) => ({ figure, visits: figure })))).toEqual(told);
});

test('nothing is told of fewer than five visits, however much they did', () => {
  const counted = [
    { figure: 30, visits: 4 },
    { figure: 9, visits: 9 },
    { figure: 12, visits: 5 },
    { figure: 0, visits: 2 },
  ];
  expect(hideFew(counted)).toEqual([null, null, 12, 0]);
});

test('what is told of places and of their codes leaves none that is not told', () => {
  const parts = [3, 20, 9, 30, 2, 1].map((figure, at) => ({ whole: Math.floor(at / 2), figure, visits: figure }));
  const wholes = new Map([
    [0, 23],
    [1, 39],
    [2, null],
  ]);
  expect(hideFewParts(parts, wholes)).toEqual([null, null, 9, 30, null, null]);
});
