import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebStorage, type WebStorage } from '../../../tests/web-storage.ts';
import { draftOf, forgetLostDraft, hasDraft, keepDraft, renameDraft, takeDraft } from './form-draft.ts';

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
  expect(keepDraft('review', 'u1', ['Grand', ['agreed 0', true]])).toBe(true);
  vi.advanceTimersByTime(passedMs);
  forgetLostDraft();
  expect(storage.held.size).toBe(isThere ? 1 : 0);
  expect(draftOf('u1')).toBe(isThere ? 'review' : undefined);
  expect(takeDraft('review', 'u1')?.fields).toEqual(isThere ? ['Grand', ['agreed 0', true]] : undefined);
  expect(storage.held.size).toBe(0);
});

test('another form, and another person, is given nothing of it and takes nothing away', () => {
  keepDraft('review', 'u1', ['Grand']);
  expect([takeDraft('profile', 'u1'), takeDraft('review', 'u2'), draftOf('u2')]).toEqual(Array(3).fill(undefined));
  expect(takeDraft('review', 'u1')?.fields).toEqual(['Grand']);
});

test('of several forms each is given its own, and the last one is told of first', () => {
  keepDraft('note 1', 'u1', ['At dawn']);
  keepDraft('note 2', 'u1', ['At dusk']);
  keepDraft('note 1', 'u1', ['At noon']);
  expect([draftOf('u1'), hasDraft('note 2', 'u1'), hasDraft('note 2', 'u2')]).toEqual(['note 1', true, false]);
  expect(['note 2', 'note 1'].map((one) => takeDraft(one, 'u1')?.fields)).toEqual([['At dusk'], ['At noon']]);
  expect(storage.held.size).toBe(0);
});

test('what was put aside waits at its own form, and is told of by no other', () => {
  keepDraft('review', 'u1', ['Grand']);
  keepDraft('inquiry', 'u1', ['Reef walk'], { aside: true, sent: [['Reef walk', 'key 1']] });
  expect([draftOf('u1'), hasDraft('inquiry', 'u1')]).toEqual(['review', true]);
  expect(takeDraft('inquiry', 'u1')).toMatchObject({ fields: ['Reef walk'], sent: [['Reef walk', 'key 1']] });
});

test('what is to wait for another form waits there, and takes the place of nothing that waits there already', () => {
  keepDraft('suspend 60', 'u1', ['Robots'], { sent: [['Robots', 'key 1']] });
  keepDraft('note 1', 'u1', ['At dawn']);
  const isSuspending = (form: string) => form.startsWith('suspend ');
  renameDraft(isSuspending, 'suspend 61', 'u2');
  expect(hasDraft('suspend 60', 'u1')).toBe(true);
  renameDraft(isSuspending, 'note 1', 'u1');
  renameDraft(isSuspending, 'suspend 61', 'u1');
  expect(takeDraft('suspend 61', 'u1')).toMatchObject({ fields: ['Robots'], sent: [['Robots', 'key 1']] });
  expect([takeDraft('suspend 60', 'u1'), takeDraft('note 1', 'u1')?.fields]).toEqual([undefined, ['At dawn']]);
});

test('what an earlier version kept is there', () => {
  storage.setItem(
    'holoholo.draft',
    JSON.stringify({ form: 'review', userId: 'u1', keptAt: Date.now(), fields: ['Grand'] }),
  );
  expect(takeDraft('review', 'u1')?.fields).toEqual(['Grand']);
});
