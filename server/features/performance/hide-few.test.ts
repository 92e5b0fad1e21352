import { expect, test } from 'vitest';
import { hideFew } from './hide-few.ts';

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
  expect(hideFew(figures)).toEqual(told);
});
