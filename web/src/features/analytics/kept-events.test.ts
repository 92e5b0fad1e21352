import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { AnalyticsEvent } from '../../../../contract/analytics.ts';
import { createWebStorage, type WebStorage } from '../../../../tests/web-storage.ts';
import { readKept, writeKept } from './kept-events.ts';

const key = 'holoholo.events';
let storage: WebStorage;

beforeEach(() => {
  storage = createWebStorage();
  vi.stubGlobal('localStorage', storage);
});
afterEach(() => vi.unstubAllGlobals());

const anEvent = (zoom: number): AnalyticsEvent => ({ event_type: 'map_pin_clicked', event_data: { zoom_level: zoom } });
const events = (count: number) => Array.from({ length: count }, (_, at) => anEvent(at + 1));
const zooms = () => readKept().waiting.map((event) => event.event_data?.zoom_level);

test.each([false, true])('500 events wait, the newest; where the storage refuses (%s) in the page', (refuses) => {
  storage.broken = refuses;
  writeKept({ waiting: events(500) });
  expect([zooms().length, zooms()[0]]).toEqual([500, 1]);
  writeKept({ waiting: events(501) });
  expect([zooms().length, zooms()[0], zooms().at(-1)]).toEqual([500, 2, 501]);
  // What the page holds goes to the device as soon as it can.
  storage.broken = false;
  writeKept(readKept());
  expect(JSON.parse(storage.held.get(key)!).waiting).toHaveLength(500);
});

test('a batch is kept beside what waits, and nothing is left once all is sent', () => {
  const batch = { key: 'k', at: 1, events: [anEvent(1)] };
  writeKept({ waiting: [], batch });
  expect(readKept()).toEqual({ waiting: [], batch });
  writeKept({ waiting: [] });
  expect([readKept(), storage.held.size]).toEqual([{ waiting: [] }, 0]);
});

test.each(['nonsense', 'null', '[]', '{"waiting":3}'])('what is spoilt (%s) counts as nothing', (value) => {
  storage.held.set(key, value);
  expect(readKept()).toEqual({ waiting: [] });
});
