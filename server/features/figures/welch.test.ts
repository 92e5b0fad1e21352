import fc from 'fast-check';
import { expect, test } from 'vitest';
import { fewestSamples, isBeyondChance, studentBeyond, welch } from './welch.ts';

test('of Student’s sleep data is what R says of it', () => {
  // `t.test(extra ~ group, data = sleep)` of R: t = -1.8608, df = 17.776, p-value = 0.07939 (its own example of the test).
  const first = [0.7, -1.6, -0.2, -1.2, -0.1, 3.4, 3.7, 0.8, 0.0, 2.0];
  const second = [1.9, 0.8, 1.1, 0.1, -0.1, 4.4, 5.5, 1.6, 4.6, 3.4];
  const { t, freedom, p } = welch(first, second);
  expect(t).toBeCloseTo(-1.8608, 4);
  expect(freedom).toBeCloseTo(17.776, 3);
  expect(p).toBeCloseTo(0.07939, 5);
  expect(isBeyondChance(first, second)).toBe(false);
});

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

const samples = fc.array(fc.integer({ min: 0, max: 10_000 }), { minLength: fewestSamples, maxLength: 90 });

test('says the same of both spans exchanged, moved and in another measure', () => {
  fc.assert(
    fc.property(samples, samples, fc.integer({ min: 1, max: 100 }), (one, other, by) => {
      const { t, p } = welch(one, other);
      expect(p).toBeGreaterThanOrEqual(0);
      expect(p).toBeLessThanOrEqual(1);
      const exchanged = welch(other, one);
      expect([exchanged.t + 0, exchanged.p]).toEqual([-t + 0, p]);
      const other2 = welch(
        one.map((sample) => sample * by + by),
        other.map((sample) => sample * by + by),
      );
      if (Number.isFinite(t)) expect(other2.p).toBeCloseTo(p, 9);
    }),
  );
});

test('says nothing of few, no of what is alike, and yes of what is far away', () => {
  fc.assert(
    fc.property(samples, (one) => {
      expect(isBeyondChance(one.slice(0, fewestSamples - 1), one)).toBe(null);
      expect(isBeyondChance(one, one.slice(0, fewestSamples - 1))).toBe(null);
      expect(isBeyondChance(one, one)).toBe(false);
      expect(
        isBeyondChance(
          one,
          one.map((sample) => sample + 100_000),
        ),
      ).toBe(true);
    }),
  );
  const same = (value: number) => Array.from({ length: 7 }, () => value);
  expect(isBeyondChance(same(0.1), same(0.1))).toBe(false);
  expect(isBeyondChance(same(0.1), same(0.2))).toBe(true);
});
