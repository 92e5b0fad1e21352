import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keepWorker } from './worker.ts';

const hourMs = 60 * 60_000;
let updates: number;
let document: EventTarget & { visibilityState: string };
let stop: () => void;

beforeEach(async () => {
  updates = 0;
  document = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00Z') });
  vi.stubGlobal('document', document);
  vi.stubGlobal('location', new URL('https://holoholo.example/scan'));
  const registration = Object.assign(new EventTarget(), {
    update: async () => {
      updates += 1;
    },
  });
  vi.stubGlobal('navigator', { serviceWorker: { register: async () => registration } });
  stop = keepWorker(true, () => {});
  await vi.advanceTimersByTimeAsync(0);
});
afterEach(() => {
  stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const see = (state = 'visible') => {
  document.visibilityState = state;
  document.dispatchEvent(new Event('visibilitychange'));
};

test('a page that is seen again asks for a new version, an hour after the last time and no sooner', () => {
  vi.advanceTimersByTime(hourMs - 1);
  see();
  expect(updates).toBe(0);
  vi.advanceTimersByTime(1);
  see('hidden');
  expect(updates).toBe(0);
  see();
  see();
  expect(updates).toBe(1);
  vi.advanceTimersByTime(hourMs);
  see();
  expect(updates).toBe(2);
});

test('a page that is left asks no more', () => {
  stop();
  vi.advanceTimersByTime(hourMs);
  see();
  expect(updates).toBe(0);
});
