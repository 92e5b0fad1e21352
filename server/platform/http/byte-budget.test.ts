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
