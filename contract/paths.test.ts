import { expect, test } from 'vitest';
import { ownPath } from './paths.ts';

test('a path to return to has at most 1,200 characters, counted as it is kept', () => {
  const longest = `/${'x'.repeat(1_199)}`;
  expect(ownPath(longest)).toBe(longest);
  expect(ownPath(`${longest}x`)).toBeNull();
  // Three bytes of nine characters each.
  expect(ownPath(`/${'波'.repeat(133)}`)).toHaveLength(1 + 9 * 133);
  expect(ownPath(`/${'波'.repeat(134)}`)).toBeNull();
});
