import { lastDays } from '../../../contract/hawaii-time.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Grain } from './rollup-figures.store.ts';

const minuteMs = 60_000;
const dayMs = 1_440 * minuteMs;
const daysOf: Readonly<Record<Exclude<TimeRange, '24h'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** A range as it is now, and the span before it, as long, which begins with `before` and ends where it begins. */
export interface ComparedRange {
  from: Date;
  until: Date;
  before: Date;
  grain: Grain;
}

/** What a range means now. The last 24 hours end with this minute; all others are whole days of Hawaiʻi, today the last. */
export function rangeOf(range: TimeRange, now: Date): ComparedRange {
  if (range === '24h') {
    const end = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
    const [from, until, before] = [new Date(end - dayMs), new Date(end), new Date(end - 2 * dayMs)];
    return { from, until, before, grain: 'hour' };
  }
  const { from, until } = lastDays(now, daysOf[range]);
  return { from, until, before: new Date(from.getTime() - daysOf[range] * dayMs), grain: 'day' };
}
