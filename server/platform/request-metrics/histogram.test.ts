import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addHistograms, bucketCount, bucketOf, percentileOf, sparse } from './histogram.ts';

const histogramOf = (times: readonly number[]) => {
  const sums = new Uint32Array(bucketCount);
  for (const ms of times) sums[bucketOf(ms)]!++;
  return sparse(sums);
};
/** The smallest of the times within which so many of them are. */
const exactly = (times: readonly number[], part: number) =>
  [...times].sort((a, b) => a - b)[Math.max(1, Math.ceil(part * times.length)) - 1]!;

const times = fc.array(
  fc.oneof(fc.double({ min: 0.1, max: 100_000, noNaN: true }), fc.double({ min: 0.2, max: 40, noNaN: true })),
  { minLength: 1, maxLength: 300 },
);
const part = fc.constantFrom(0, 0.5, 0.95, 0.99, 1);

test('a percentile is that of the times themselves, within the width of a bucket', () => {
  fc.assert(
    fc.property(times, part, (all, of) => {
      const [told, exact] = [percentileOf(histogramOf(all), of)!, exactly(all, of)];
      // To two decimals.
      expect(told).toBeGreaterThanOrEqual(exact / 1.125 - 0.005);
      expect(told).toBeLessThanOrEqual(exact * 1.125 + 0.005);
    }),
    { numRuns: 500 },
  );
});

test('histograms of several processes add up to that of all their times', () => {
  fc.assert(
    fc.property(fc.array(times, { maxLength: 4 }), (processes) => {
      expect(addHistograms(processes.map(histogramOf))).toEqual(histogramOf(processes.flat()));
    }),
  );
});

test.each([
  [0, 0.1],
  [0.1, 0.1],
  [Number.NaN, 0.1],
  [0.101, 0.11],
  [1e9, 129_612],
])('%d ms fall into a bucket as all do', (ms, about) => {
  expect(percentileOf(histogramOf([ms]), 0.5)).toBeCloseTo(about, about > 1 ? -4 : 2);
});

test('of nothing there is no percentile', () => {
  expect(percentileOf(histogramOf([]), 0.95)).toBeNull();
});
