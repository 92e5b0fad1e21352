import { expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { ByAdmin } from './desk-stories.ts';
import { payouts, runsBefore } from './payout-stories.ts';
import { dayMs, historyDays, hourMs } from './rhythm.ts';

/** Shortly after midnight, before and after a run of the day, and shortly before midnight, in Hawaiʻi. */
const hours = [0.1, 10.5, 11, 23.9];
/** Longer than holding periods and the first bookings take. */
const certainMs = 27 * dayMs;

test('whenever the demo is begun, one run of payouts with money in it is behind it, and the newest waits', () => {
  let seen = 0;
  for (let start = Date.parse('2027-01-01T10:00:00Z'); start < Date.parse('2029-01-01T10:00:00Z'); start += dayMs)
    for (const hour of hours) {
      const until = new Date(start + hour * hourMs);
      const first = start - (historyDays - 1) * dayMs;
      const moment = (days: number) => start - days * dayMs;
      const runs = runsBefore(until);
      expect(runs.map((days) => hawaiiDay(new Date(moment(days))).slice(8))).toEqual(runs.map(() => '06'));
      const [before, newest] = runs.slice(-2) as [number, number];
      expect(moment(before) - first, until.toISOString()).toBeGreaterThanOrEqual(certainMs);
      const acts: number[] = [];
      const byAdmin: ByAdmin = (days) => {
        acts.push(days);
        return { at: 0, do: async () => {} };
      };
      payouts(until, byAdmin);
      // The newest is prepared, and nothing but its withdrawal follows; each before it is released.
      expect(acts).toEqual(expect.arrayContaining([...runs, ...runs.slice(0, -1).map((days) => days - 3)]));
      expect(acts).not.toContain(newest - 3);
      expect(acts.length).toBe(2 * runs.length);
      seen++;
    }
  expect(seen).toBe(731 * hours.length);
});
