import { loadavg } from 'node:os';
import { expect, test, vi } from 'vitest';
import { crowding } from './crowding.mjs';

vi.mock('node:os', () => ({ availableParallelism: () => 2, loadavg: vi.fn<() => number[]>() }));

test.each([
  [0, 1],
  [4, 1],
  [5, 1.5],
  [6, 2],
  [400, 2],
])('with %d tasks that run or wait on two cores anything may take %d times as long', (tasks, times) => {
  vi.mocked(loadavg).mockReturnValue([tasks, 0, 0]);
  expect(crowding()).toBe(times);
});
