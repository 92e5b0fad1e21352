import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { GivingWay } from './giving-way.ts';

const { sleep } = vi.hoisted(() => ({ sleep: vi.fn(async () => {}) }));
vi.mock('node:timers/promises', () => ({ setTimeout: sleep }));

const { signal } = new AbortController();
let now = 0;
/** The share of its time that the process works. */
let utilization = 0;
beforeEach(() => {
  sleep.mockClear();
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  // Without what it is counted from it is the share since the process began.
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation((since) => ({
    ...{ utilization: since ? utilization : 0.5, active: 0, idle: 0 },
  }));
});
afterEach(() => vi.restoreAllMocks());

/** Rests after a piece that took so long. */
async function restAfter(ms: number) {
  const way = new GivingWay();
  now += ms;
  await way.rest(signal);
}

test('work rests twice as long as its piece took while guests keep the process busy, two seconds at most', async () => {
  utilization = 0.95;
  await restAfter(300);
  await restAfter(60_000);
  expect(sleep.mock.calls).toEqual([
    [600, undefined, { signal }],
    [2_000, undefined, { signal }],
  ]);
});

test('each rest is as long as the piece before it, not as all of them', async () => {
  utilization = 0.95;
  const way = new GivingWay();
  for (const ms of [300, 50]) {
    now += ms;
    await way.rest(signal);
  }
  expect(sleep.mock.calls.map(([ms]: unknown[]) => ms)).toEqual([600, 100]);
});

test('work does not rest in a process that has little to do', async () => {
  utilization = 0.5;
  await restAfter(300);
  expect(sleep).not.toHaveBeenCalled();
});
