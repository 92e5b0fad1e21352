import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { draftOf, forgetLostDraft, keepDraft, takeDraft } from './form-draft.ts';

const hourMs = 3_600_000;
let held: Map<string, string>;

beforeEach(() => {
  held = new Map();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00Z') });
  vi.stubGlobal('localStorage', {
    getItem: (name: string) => held.get(name) ?? null,
    setItem: (name: string, value: string) => held.set(name, value),
    removeItem: (name: string) => held.delete(name),
  });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

// To the millisecond: who signs in slowly still finds what they typed, and nobody finds it on a device that they left.
test.each([
  [hourMs - 1, true],
  [hourMs, false],
])('what was typed waits less than an hour for its writer: %i ms later', (passedMs, isThere) => {
  expect(keepDraft('review', 'u1', ['Grand', true])).toBe(true);
  vi.advanceTimersByTime(passedMs);
  forgetLostDraft();
  expect(held.size).toBe(isThere ? 1 : 0);
  expect(draftOf('u1')).toBe(isThere ? 'review' : undefined);
  expect(takeDraft('review', 'u1')).toEqual(isThere ? ['Grand', true] : undefined);
  expect(held.size).toBe(0);
});

test('another form, and another person, is given nothing of it and takes nothing away', () => {
  keepDraft('review', 'u1', ['Grand']);
  expect([takeDraft('profile', 'u1'), takeDraft('review', 'u2'), draftOf('u2')]).toEqual(Array(3).fill(undefined));
  expect(takeDraft('review', 'u1')).toEqual(['Grand']);
});
