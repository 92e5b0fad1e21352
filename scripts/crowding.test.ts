import { loadavg } from 'node:os';
import { expect, test, vi } from 'vitest';
import { crowding } from './crowding.mjs';
import { slowness } from './slowness.mjs';

vi.mock('node:os', () => ({ availableParallelism: () => 2, loadavg: vi.fn<() => number[]>() }));
vi.mock('./slowness.mjs', () => ({ slowness: vi.fn<() => number>() }));

test.each([
  [0, 1, 1],
  [4, 1, 1],
  [5, 1, 1.5],
  [6, 1, 2],
  [400, 1, 2],
  [0, 1.7, 1.7],
  [5, 2, 3],
])(
  'with %d tasks that run or wait on two cores, %d times as slow, anything may take %d times as long',
  (tasks, slow, times) => {
    vi.mocked(loadavg).mockReturnValue([tasks, 0, 0]);
    vi.mocked(slowness).mockReturnValue(slow);
    expect(crowding()).toBe(times);
  },
);
