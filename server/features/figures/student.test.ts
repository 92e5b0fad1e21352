import { expect, test } from 'vitest';
import { studentBeyond } from './student.ts';

test('of t is what its printed tables say', () => {
  // Student's t, two-sided, as in any table of it: NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2.
  const table = [
    ...([
      [12.706, 1, 0.05],
      [2.571, 5, 0.05],
      [2.228, 10, 0.05],
      [2.042, 30, 0.05],
      [1.984, 100, 0.05],
    ] as const),
    ...([
      [63.657, 1, 0.01],
      [3.169, 10, 0.01],
      [2.626, 100, 0.01],
      [1.812, 10, 0.1],
      [318.313, 1, 0.002],
    ] as const),
  ];
  for (const [t, freedom, p] of table) expect(Math.abs(studentBeyond(t, freedom) - p) / p, `${t}`).toBeLessThan(0.002);
  // One degree of freedom is Cauchy's distribution.
  expect(studentBeyond(1, 1)).toBeCloseTo(0.5, 12);
});

test('of a difference of pairs is what R says of it', () => {
  // Student's sleep data, paired, in R's own example of the test: t = -4.0621, df = 9, p-value = 0.002833.
  expect(studentBeyond(-4.0621, 9)).toBeCloseTo(0.002833, 6);
});
