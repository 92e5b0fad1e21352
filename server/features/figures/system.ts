import { type FiguresQuery, type getSystemPerformance, mostEndpoints } from '../../../contract/analytics-figures.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDayStart, hourStart } from '../../../contract/hawaii-time.ts';
import { type Db, readAtOnce } from '../../platform/database/database.ts';
import { addHistograms, type Histogram, percentileOf } from '../../platform/request-metrics/histogram.ts';
import { findEndpointMetrics, findMetrics, sumMetrics } from '../../platform/request-metrics/read-metrics.store.ts';
import { readUptime } from '../../platform/request-metrics/uptime.ts';
import { partOf, piecesOf, rangeOf } from './compared.ts';

type Performance = Answer<typeof getSystemPerformance>;

/** How quickly all server processes answered in a range, and how much of it one of them was up. */
export async function readSystemPerformance(db: Db, now: Date, { time_range }: FiguresQuery): Promise<Performance> {
  const range = rangeOf(time_range, now);
  const { from, until, grain } = range;
  const [rows, sumBefore, endpoints, up] = await readAtOnce(
    db,
    () => findMetrics(db, range),
    () => sumMetrics(db, { from: range.before, until: from, grain }),
    () => findEndpointMetrics(db, range, mostEndpoints),
    () => readUptime(db, now, range),
  );
  const [total, before] = [answeredOf(rows), answeredOf([sumBefore])];
  const start = grain === 'day' ? hawaiiDayStart : hourStart;
  const byPiece = Map.groupBy(rows, (row) => start(row.starts_at).getTime());
  return {
    ...{ time_range, from: from.toISOString(), until: until.toISOString() },
    ...total,
    error_rate: partOf(total.errors, total.requests),
    before: { ...before, error_rate: partOf(before.errors, before.requests) },
    ...up,
    points: piecesOf(range, grain).map((at) => ({ at: at.toISOString(), ...brief(byPiece.get(at.getTime()) ?? []) })),
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
