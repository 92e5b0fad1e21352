import type { Db } from '../../platform/database/database.ts';
import { percentileOf } from '../../platform/request-metrics/histogram.ts';
import { sumMetrics } from '../../platform/request-metrics/read-metrics.store.ts';
import type { Span } from './evidence.store.ts';

const minuteMs = 60_000;
const minuteOf = (at: Date) => new Date(Math.floor(at.getTime() / minuteMs) * minuteMs);

/** How many requests there were in the minutes of a span, of these with errors, and within how many milliseconds 95 of 100 were answered. */
export async function measureAnswers(db: Db, { from, until }: Span) {
  // The minute that has begun counts, as far as it goes.
  const end = new Date(minuteOf(until).getTime() + minuteMs);
  const sum = await sumMetrics(db, { from: minuteOf(from), until: end, grain: 'hour' });
  return { requests: sum.requests, errors: sum.errors, p95: percentileOf(sum, 0.95) };
}
