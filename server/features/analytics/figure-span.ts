import { lastDays } from '../../../contract/hawaii-time.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Grain } from './rollup-figures.store.ts';

const daysOf: Readonly<Record<Exclude<TimeRange, '24h'>, number>> = { '7d': 7, '30d': 30, '90d': 90, '1y': 365 };
const dayMs = 86_400_000;

/** What a range means at a moment: its first instant and the first one after, the same of the span before, and what it is told by. */
export interface FigureSpan {
  time_range: TimeRange;
  from: Date;
  until: Date;
  before: { from: Date; until: Date };
  grain: Grain;
}

/** 24 hours are those up to now; else whole days of Hawaiʻi, today the last of them. The span before is as long. */
export function figureSpanOf(time_range: TimeRange, now: Date): FigureSpan {
  const earlier = (at: Date, days: number) => new Date(at.getTime() - days * dayMs);
  if (time_range === '24h') {
    const from = earlier(now, 1);
    return { time_range, from, until: now, before: { from: earlier(from, 1), until: from }, grain: 'hour' };
  }
  const days = daysOf[time_range];
  const { from, until } = lastDays(now, days);
  return { time_range, from, until, before: { from: earlier(from, days), until: from }, grain: 'day' };
}
