import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnMemoryWhenQuiet } from './memory.ts';

const megabyte = 1024 * 1024;
let resident: number;
/** What a collection leaves, as long as something holds on to it. */
let held: number;
let collections: number;
/** The share of its time that the process works. */
let busy: number;
beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => resident * megabyte);
  vi.spyOn(performance, 'eventLoopUtilization').mockImplementation(() => ({
    utilization: busy,
    active: busy,
    idle: 1 - busy,
  }));
  busy = 0;
  collections = 0;
  const collect = () => {
    collections += 1;
    resident = Math.min(resident, held);
  };
  returnMemoryWhenQuiet(collect as NonNullable<typeof globalThis.gc>);
});
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
  vi.restoreAllMocks();
});

test('memory that was still held when it was looked for is given back once it is not', () => {
  [resident, held] = [160, 150];
  vi.advanceTimersByTime(5_000);
  expect(resident).toBe(150);
  [resident, held] = [300, 290];
  vi.advanceTimersByTime(5_000);
  expect(resident).toBe(290);
  held = 155;
  vi.advanceTimersByTime(30_000);
  expect(resident).toBe(155);
});

test('a process that stays large is not collected again and again', () => {
  [resident, held] = [160, 150];
  vi.advanceTimersByTime(5_000);
  [resident, held] = [300, 300];
  collections = 0;
  vi.advanceTimersByTime(3_600_000);
  expect(collections).toBeLessThan(30);
  resident = 600;
  vi.advanceTimersByTime(5_000);
  expect(resident).toBe(300);
});

test('a busy process is not stopped for a collection, before it is quiet', () => {
  [resident, held, busy] = [300, 150, 0.5];
  vi.advanceTimersByTime(60_000);
  expect(collections).toBe(0);
  busy = 0;
  vi.advanceTimersByTime(5_000);
  expect(resident).toBe(150);
});
