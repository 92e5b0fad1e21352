import { expect, test } from 'vitest';
import { ByteBudget } from './byte-budget.ts';

test('a body that is given back twice gives back nothing of another', () => {
  const budget = new ByteBudget({ total: 100_000, perNetwork: 100_000, free: 8 * 1024 });
  const [one, other] = [budget.hold('a'), budget.hold('a')];
  expect([one.take(50_000), other.take(50_000)]).toEqual([true, true]);
  one.release();
  one.release();
  expect([budget.hasRoom('a', 60_000), budget.hasRoom('b', 60_000)]).toEqual([true, true]);
  expect([budget.hasRoom('a', 70_000), budget.hasRoom('b', 70_000)]).toEqual([false, false]);
});

test('the first bytes of each request have room where all is taken', () => {
  const budget = new ByteBudget({ total: 1_000, perNetwork: 1_000, free: 64 });
  expect(budget.hold('a').take(1_064)).toBe(true);
  const other = budget.hold('b');
  expect([budget.hasRoom('b', 64), budget.hasRoom('b', 65)]).toEqual([true, false]);
  expect([other.take(64), other.take(1)]).toEqual([true, false]);
});
