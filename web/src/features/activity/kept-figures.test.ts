import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWebStorage, type WebStorage } from '../../../../tests/web-storage.ts';
import { findKeptFigures, keepFigures } from './kept-figures.ts';

const now = Date.parse('2026-11-21T20:00:00Z');
const keptMs = 168 * 3_600_000;
let storage: WebStorage;

beforeEach(() => {
  storage = createWebStorage();
  vi.stubGlobal('localStorage', storage);
  keepFigures('saved', 'u1', { count: 3 }, new Date(now));
});
afterEach(() => vi.unstubAllGlobals());

test.each([
  [keptMs - 1, true],
  [keptMs, false],
])('figures are shown for less than 168 hours: %i ms after their answer', (passedMs, isShown) => {
  const shown = isShown ? { count: 3, keptAt: '2026-11-21T20:00:00.000Z' } : undefined;
  expect(findKeptFigures('saved', 'u1', now + passedMs)).toEqual(shown);
});

test('figures are shown to their own user alone, and in their own section', () => {
  expect([findKeptFigures('saved', 'u2', now), findKeptFigures('timeline', 'u1', now)]).toEqual([undefined, undefined]);
  keepFigures('saved', 'u2', { count: 5 }, new Date(now));
  expect([findKeptFigures('saved', 'u1', now), findKeptFigures('saved', 'u2', now)]).toMatchObject([
    undefined,
    { count: 5 },
  ]);
});

test.each([
  'nonsense',
  'null',
  '[]',
  '{"version":1,"userId":"u1","keptAt":"soon","answer":{}}',
  '{"version":2,"userId":"u1","keptAt":"2026-11-21T20:00:00Z","answer":{}}',
])('what is spoilt, or of another edition, counts as nothing: %s', (value) => {
  storage.held.set([...storage.held.keys()][0]!, value);
  expect(findKeptFigures('saved', 'u1', now)).toBeUndefined();
});
