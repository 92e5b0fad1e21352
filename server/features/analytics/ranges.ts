import { lastDays } from '../../../contract/hawaii-time.ts';
import { daysOfRange } from '../../../contract/platform-figures.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Of the range that is of hours. */
const lastHours = 24;

/** A range as it is now, and the span before it, as long, which begins with `before` and ends where it begins. */
export interface ComparedRange {
  from: Date;
  until: Date;
  before: Date;
  grain: 'hour' | 'day';
}

/** What a range means now. The last 24 hours end with this minute; all others are whole days of Hawaiʻi, today the last. */
export function rangeOf(range: TimeRange, now: Date): ComparedRange {
  if (range === '24h') {
    const end = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
    const lengthMs = lastHours * hourMs;
    const [from, until, before] = [new Date(end - lengthMs), new Date(end), new Date(end - 2 * lengthMs)];
    return { from, until, before, grain: 'hour' };
  }
  const { from, until } = lastDays(now, daysOfRange[range]);
  return { from, until, before: new Date(from.getTime() - daysOfRange[range] * dayMs), grain: 'day' };
}

/** Whole days of Hawaiʻi by the first and the last of them, as a range. */
export function rangeOfDays(first: string, last: string): ComparedRange {
  const startOf = (day: string) => new Date(`${day}T00:00:00-10:00`);
  const [from, until] = [startOf(first), new Date(startOf(last).getTime() + dayMs)];
  return { from, until, before: new Date(2 * from.getTime() - until.getTime()), grain: 'day' };
}
