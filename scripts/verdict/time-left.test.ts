import { expect, test } from 'vitest';
import { isTimeLeft } from './time-left.mjs';

test('all browser tests are begun where they end in time', () => {
  expect(isTimeLeft(22, 80)).toBe(true);
  expect(isTimeLeft(25, 80)).toBe(true);
  expect(isTimeLeft(26, 80)).toBe(false);
  expect(isTimeLeft(300, undefined)).toBe(true);
});
