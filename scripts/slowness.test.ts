import { execFileSync } from 'node:child_process';
import { beforeEach, expect, test, vi } from 'vitest';

vi.mock('node:child_process', () => ({ execFileSync: vi.fn<() => string>() }));
beforeEach(() => {
  vi.resetModules();
});

test.each([
  [[20, 30, 25], 1],
  [[400, 90, 135], 2],
  [[900, 800, 700], 3],
])('of starts that take %j ms the least counts, which is %d times as slow', async (starts, times) => {
  for (const ms of starts) vi.mocked(execFileSync).mockReturnValueOnce(String(ms));
  const { slowness } = await import('./slowness.mjs');
  expect([slowness(), slowness()]).toEqual([times, times]);
});
