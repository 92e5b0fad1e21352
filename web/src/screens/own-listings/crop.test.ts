import { expect, test } from 'vitest';
import { cropOf, leastSize, moved } from './crop.ts';

const middle = { size: 1, across: 0.5, down: 0.5 };

test('the largest part in the shape of lists is of the whole width or the whole height', () => {
  expect(cropOf({ width: 1_200, height: 800 }, middle)).toEqual({ left: 0, top: 0, width: 1, height: 1 });
  expect(cropOf({ width: 2_400, height: 800 }, middle)).toEqual({ left: 0.25, top: 0, width: 0.5, height: 1 });
  expect(cropOf({ width: 800, height: 1_600 / 1.5 }, { ...middle, down: 1 })).toMatchObject({ left: 0, top: 0.5 });
});

test('a part is within its picture, however far it is dragged, and large enough to be drawn', () => {
  const pixels = { width: 1_200, height: 900 };
  let chosen = { size: 0.6, across: 0.5, down: 0.5 };
  for (const by of [
    { right: 9, down: 9 },
    { right: -9, down: 0.1 },
    { right: 0, down: -9 },
  ]) {
    chosen = moved(pixels, chosen, by);
    const { left, top, width, height } = cropOf(pixels, chosen);
    expect(Math.min(left, top)).toBeGreaterThanOrEqual(0);
    expect(Math.max(left + width, top + height)).toBeLessThanOrEqual(1.000001);
  }
  expect(leastSize(pixels) * 1_200).toBeCloseTo(480);
  expect(leastSize({ width: 480, height: 320 })).toBe(1);
});

test('what is dragged to the right shows more of the left', () => {
  const pixels = { width: 2_400, height: 800 };
  const { across } = moved(pixels, middle, { right: 0.1, down: 0.1 });
  expect(across).toBeCloseTo(0.4);
  expect(moved(pixels, middle, { right: 0, down: 0.1 }).down).toBe(0.5);
});
