import type { TravelerAnalytics } from '../../../contract/activity.ts';
import { hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Category } from '../../../contract/values.ts';
import type { Db } from '../../platform/database/database.ts';
import { countByCategory, countByDay, type Span, sumTraveler } from './traveler-figures.store.ts';

const dayMs = 86_400_000;
const wholeDays: Record<Exclude<TimeRange, '24h'>, number> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };

/** What a range means at an instant: the last 24 hours, or so many Hawaiian days of which today is the last. */
export function spanOf(range: TimeRange, now: Date): Span {
  // An action of this very millisecond is in.
  const until = new Date(now.getTime() + 1);
  if (range === '24h') return { from: new Date(now.getTime() - dayMs), until };
  return { from: new Date(hawaiiDayStart(now).getTime() - (wholeDays[range] - 1) * dayMs), until };
}

/** The figures of one traveler in a range of time. What is shown by day adds up to the totals. */
export async function readTravelerFigures(
  db: Db,
  now: Date,
  userId: string,
  range: TimeRange,
): Promise<TravelerAnalytics> {
  const span = spanOf(range, now);
  const totals = await sumTraveler(db, userId, span);
  const categories = await countByCategory(db, userId, span);
  const days = await countByDay(db, userId, span);
  const { scans, places_visited, saved, pending, confirmed, completed, cancelled } = totals;
  const known = new Map(days.map((one) => [one.day, one]));
  return {
    time_range: range,
    from: span.from.toISOString(),
    until: now.toISOString(),
    scans,
    places_visited,
    bookings: { pending, confirmed, completed, cancelled },
    estimated_amount: totals.estimated_cents / 100,
    confirmed_amount: totals.confirmed_cents / 100,
    saved,
    // The table's own check holds categories to the contract's list.
    by_category: categories.map((one) => ({ ...one, category: one.category as Category })),
    by_day: daysOf(span).map((day) => known.get(day) ?? { day, scans: 0, bookings: 0, saved: 0 }),
  };
}

/** Every Hawaiian day that a span touches, oldest first. */
function daysOf({ from, until }: Span): string[] {
  const days: string[] = [];
  for (let at = hawaiiDayStart(from).getTime(); at < until.getTime(); at += dayMs)
    // The day's noon lies in the same day of UTC.
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
