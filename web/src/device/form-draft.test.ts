import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebStorage, type WebStorage } from '../../../tests/web-storage.ts';
import { draftOf, forgetLostDraft, keepDraft, takeDraft } from './form-draft.ts';

const hourMs = 3_600_000;
let storage: WebStorage;

beforeEach(() => {
  storage = createWebStorage();
  vi.useFakeTimers({ now: Date.parse('2026-11-21T20:00:00Z') });
  vi.stubGlobal('localStorage', storage);
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
  expect(storage.held.size).toBe(isThere ? 1 : 0);
  expect(draftOf('u1')).toBe(isThere ? 'review' : undefined);
  expect(takeDraft('review', 'u1')).toEqual(isThere ? ['Grand', true] : undefined);
  expect(storage.held.size).toBe(0);
});

test('another form, and another person, is given nothing of it and takes nothing away', () => {
  keepDraft('review', 'u1', ['Grand']);
  expect([takeDraft('profile', 'u1'), takeDraft('review', 'u2'), draftOf('u2')]).toEqual(Array(3).fill(undefined));
  expect(takeDraft('review', 'u1')).toEqual(['Grand']);
});
