import { type FiguresQuery, type getSystemPerformance, mostEndpoints } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDayStart, hourStart } from '../../../contract/hawaii-time.ts';
import type { Db } from '../../platform/database/database.ts';
import { addHistograms, type Histogram, percentileOf } from '../../platform/request-metrics/histogram.ts';
import { findEndpointMetrics, findMetrics, findUpMinutes } from '../../platform/request-metrics/read-metrics.store.ts';
import { type ComparedRange, partOf, piecesOf, rangeOf } from './compared.ts';

type Performance = Answer<typeof getSystemPerformance>;

const minuteMs = 60_000;

/** How quickly all server processes answered in a range, and how much of it one of them was up. */
export async function readSystemPerformance(db: Db, now: Date, { time_range }: FiguresQuery): Promise<Performance> {
  const range = rangeOf(time_range, now);
  const { from, until, before, grain } = range;
  const rows = await findMetrics(db, range);
  const rowsBefore = await findMetrics(db, { from: before, until: from, grain });
  const endpoints = await findEndpointMetrics(db, range, mostEndpoints);
  const total = answeredOf(rows);
  return {
    ...{ time_range, from: from.toISOString(), until: until.toISOString() },
    ...total,
    error_rate: partOf(total.errors, total.requests),
    before: brief(rowsBefore),
    ...(await readUptime(db, now, range)),
    points: piecesOf(range, grain).map((at) => {
      const start = grain === 'day' ? hawaiiDayStart : hourStart;
      return { at: at.toISOString(), ...brief(rows.filter((row) => start(row.starts_at).getTime() === at.getTime())) };
    }),
    endpoints: endpoints.map((row) => ({ endpoint: row.endpoint, ...answeredOf([row]) })),
  };
}

type Answered = Histogram & { requests: number; errors: number; unavailable: number };

const sumOf = (rows: readonly Answered[], figure: 'requests' | 'errors' | 'unavailable') =>
  rows.reduce((sum, row) => sum + row[figure], 0);

function answeredOf(rows: readonly Answered[]) {
  const times = addHistograms(rows);
  return {
    ...{ requests: sumOf(rows, 'requests'), errors: sumOf(rows, 'errors'), unavailable: sumOf(rows, 'unavailable') },
    p50_ms: percentileOf(times, 0.5),
    p95_ms: percentileOf(times, 0.95),
    p99_ms: percentileOf(times, 0.99),
  };
}

function brief(rows: readonly Answered[]) {
  const { requests, errors, p95_ms } = answeredOf(rows);
  return { requests, errors, p95_ms };
}

/** The minute that has begun counts, as far as it goes. */
async function readUptime(
  db: Db,
  now: Date,
  { from, until }: ComparedRange,
): Promise<Pick<Performance, 'measured_since' | 'uptime'>> {
  const thisMinute = (Math.floor(now.getTime() / minuteMs) + 1) * minuteMs;
  const end = new Date(Math.min(thisMinute, until.getTime()));
  const { first, up } = await findUpMinutes(db, { from, until: end });
  const minutes = first ? (end.getTime() - Math.max(first.getTime(), from.getTime())) / minuteMs : 0;
  return { measured_since: first?.toISOString() ?? null, uptime: partOf(up, minutes) };
}
