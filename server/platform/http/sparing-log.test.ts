import { pino } from 'pino';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { logSparingly } from './sparing-log.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
});

function aLog() {
  const lines: { msg: string; times: number; at: number }[] = [];
  const log = pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) });
  return {
    log,
    busy: (at: number, kind = 'busy') => logSparingly(log, kind, 'warn', { at }, kind),
    said: () => lines.splice(0).map(({ msg, times, at }) => `${msg} ${times} ${at}`),
  };
}

test('the first is said at once, the rest of a second in one line that counts them and is about the last', () => {
  const { busy, said } = aLog();
  for (let at = 0; at < 1_000; at++) busy(at);
  expect(said()).toEqual(['busy 1 0']);
  vi.advanceTimersByTime(999);
  expect(said()).toEqual([]);
  vi.advanceTimersByTime(1);
  expect(said()).toEqual(['busy 999 999']);
});

test('a flood that goes on is one line a second, and one that has ended is no line more', () => {
  const { busy, said } = aLog();
  for (let at = 0; at < 50; at++) {
    busy(at);
    vi.advanceTimersByTime(100);
  }
  expect(said()).toEqual(['busy 1 0', 'busy 9 9', 'busy 10 19', 'busy 10 29', 'busy 10 39', 'busy 10 49']);
  vi.advanceTimersByTime(10_000);
  expect(said()).toEqual([]);
  busy(50);
  expect(said()).toEqual(['busy 1 50']);
});

test('a flood of one kind hides none of another, nor of another server', () => {
  const [one, other] = [aLog(), aLog()];
  for (let at = 0; at < 3; at++) one.busy(at);
  one.busy(3, 'broken');
  other.busy(4);
  expect(one.said()).toEqual(['busy 1 0', 'broken 1 3']);
  expect(other.said()).toEqual(['busy 1 4']);
});

test('the process need not stay for what is unsaid', () => {
  const { busy } = aLog();
  const timers = vi.spyOn(globalThis, 'setTimeout');
  busy(0);
  busy(1);
  // The flood goes on: another second is waited for.
  vi.advanceTimersByTime(1_000);
  expect(timers.mock.results.map(({ value }) => (value as NodeJS.Timeout).hasRef())).toEqual([false, false]);
});
