import { addDays, hawaiiDay, hawaiiDayStart, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { type PerformanceRange, performanceRanges } from '../../../contract/portal-states.ts';

/** Whole Hawaiian days: the beginning of the first, and the end of the last. */
export interface DaySpan {
  from: Date;
  until: Date;
}

/** With the days before it that it is compared with, if any. */
export type ComparedSpan = DaySpan & { before: DaySpan | null };

const days: Readonly<Record<Exclude<PerformanceRange, 'month' | 'all'>, number>> = {
  '7d': 7,
  '30d': 30,
  '90d': 90,
  '1y': 365,
};

/** The beginning of a day of Hawaiʻi, `2026-12-24`. */
export const startOf = (day: string): Date => hawaiiDayStart(new Date(`${day}T12:00:00-10:00`));

/**
 * What a range means now.
 * @param first the day of the first figure, from which on "all" is
 * @returns with the days before it that it is compared with: as many, and of a month the same days of the month before
 */
export function spanOf(range: PerformanceRange, now: Date, first: Date): ComparedSpan {
  const until = nextHawaiiDay(now);
  const today = hawaiiDay(now);
  if (range === 'all') return { from: hawaiiDayStart(first < now ? first : now), until, before: null };
  if (range !== 'month') {
    const from = startOf(addDays(today, 1 - days[range]));
    return { from, until, before: { from: startOf(addDays(today, 1 - 2 * days[range])), until: from } };
  }
  const month = `${today.slice(0, 8)}01`;
  const from = startOf(month);
  const monthBefore = `${addDays(month, -1).slice(0, 8)}01`;
  const passed = new Date(startOf(monthBefore).getTime() + (until.getTime() - from.getTime()));
  return { from, until, before: { from: startOf(monthBefore), until: passed < from ? passed : from } };
}

/**
 * Whether days are those of a range that the screen offers today. Of others no breakdown may be told: of two that differ by a day, one less
 * the other would be that day's few guests.
 */
export const isOffered = (from: string, until: string, now: Date): boolean =>
  until === hawaiiDay(now) &&
  performanceRanges.some((range) => range !== 'all' && hawaiiDay(spanOf(range, now, now).from) === from);

/** The days from one to another, both of them within. */
export const spanBetween = (from: string, until: string): ComparedSpan => ({
  from: startOf(from),
  until: startOf(addDays(until, 1)),
  before: null,
});
