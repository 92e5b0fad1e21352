import { expect, test } from 'vitest';
import { apart } from './line-labels.tsx';

test('labels stay where they are as long as there is room, and else beside each other, within the height', () => {
  expect(apart([10, 100], 20, 200)).toEqual([10, 100]);
  expect(apart([100, 95], 20, 200)).toEqual([115, 95]);
  expect(apart([195, 190], 20, 200)).toEqual([180, 160]);
  expect(apart([-30, 0], 20, 200)).toEqual([0, 20]);
  expect(apart([50, 50, 50, 50], 50, 200)).toEqual([0, 50, 100, 150]);
  expect(apart([], 20, 200)).toEqual([]);
});
