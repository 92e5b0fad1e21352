import { sql } from 'kysely';
import { hawaiiZone, hourStart } from '../../../contract/hawaii-time.ts';
import type { Db } from '../database/database.ts';
import { addHistograms } from './histogram.ts';
import type { MetricGrain, MetricRow } from './request-metrics.store.ts';

/** Whole Hawaiian days, or minutes: of a span that is told by hours the parts of an hour at its ends are read by minutes. */
export interface MetricSpan {
  from: Date;
  until: Date;
  grain: 'hour' | 'day';
}

const hourMs = 3_600_000;

interface Part {
  grain: MetricGrain;
  from: Date;
  until: Date;
}

/** Which rows a span consists of. */
function partsOf({ from, until, grain }: MetricSpan): Part[] {
  if (grain === 'day') return [{ grain, from, until }];
  const first = new Date(Math.min(hourStart(new Date(from.getTime() + hourMs - 1)).getTime(), until.getTime()));
  const last = new Date(Math.max(hourStart(until).getTime(), first.getTime()));
  return [
    { grain: 'minute', from, until: first },
    { grain: 'hour', from: first, until: last },
    { grain: 'minute', from: last, until },
  ];
}

const columns = sql.raw('grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts');
/** All rows of parts, under their own names. */
const within = (parts: readonly Part[]) =>
  sql`(${sql.join(
    parts.map(
      (part) => sql`select ${columns} from request_metrics
        where grain = ${sql.lit(part.grain)} and starts_at >= ${part.from} and starts_at < ${part.until}`,
    ),
    sql` union all `,
  )}) as m`;

/** Numbers of a histogram as JSON, which is read many times faster than an array. */
const histogram = (row: string) =>
  sql.raw(`array_to_json(${row}.buckets) as buckets, array_to_json(${row}.counts) as counts`);

/** All requests of a span, by when they were answered: days, or hours and minutes, in their order. */
export async function findMetrics(db: Db, span: MetricSpan): Promise<Omit<MetricRow, 'endpoint'>[]> {
  return await findParts(db, partsOf(span));
}

/** The same, of which only sums are told: whole months stand in place of their days. */
export async function findMetricSums(db: Db, span: MetricSpan): Promise<Omit<MetricRow, 'endpoint'>[]> {
  return await findParts(db, await shortPartsOf(db, span));
}

async function findParts(db: Db, parts: readonly Part[]): Promise<Omit<MetricRow, 'endpoint'>[]> {
  const { rows } = await sql<Omit<MetricRow, 'endpoint'>>`
    select grain, starts_at, requests, errors, unavailable, total_ms, ${histogram('m')}
    from ${within(parts)} where endpoint = '' order by starts_at`.execute(db);
  return rows;
}

export type EndpointMetrics = Pick<
  MetricRow,
  'endpoint' | 'requests' | 'errors' | 'unavailable' | 'buckets' | 'counts'
>;

/**
 * The same with the whole months that are added up in place of their days: a year of every endpoint has a hundred thousand rows. Months are added
 * up one after the other, so that those of a span have none between them that is not.
 */
async function shortPartsOf(db: Db, span: MetricSpan): Promise<Part[]> {
  if (span.grain !== 'day') return partsOf(span);
  const { rows } = await sql<{ first: Date | null; end: Date | null }>`
    select min(starts_at) as first, max(next) as end from (
      select starts_at, (starts_at at time zone ${sql.lit(hawaiiZone)} + interval '1 month') at time zone ${sql.lit(hawaiiZone)} as next
      from request_metrics where grain = 'month' and endpoint = '' and starts_at >= ${span.from} and starts_at < ${span.until}
    ) as month where next <= ${span.until}`.execute(db);
  const { first, end } = rows[0]!;
  if (!first || !end) return partsOf(span);
  return [
    { grain: 'day', from: span.from, until: first },
    { grain: 'month', from: first, until: end },
    { grain: 'day', from: end, until: span.until },
  ];
}

/** The endpoints that took the most time of a span. */
export async function findEndpointMetrics(db: Db, span: MetricSpan, limit: number): Promise<EndpointMetrics[]> {
  const parts = await shortPartsOf(db, span);
  const { rows } = await sql<EndpointMetrics>`
    with part as not materialized (
      select ${columns} from ${within(parts)} where endpoint <> ''
    ), most as materialized (
      select endpoint, sum(requests)::bigint as requests, sum(errors)::bigint as errors,
        sum(unavailable)::bigint as unavailable, sum(total_ms) as total_ms
      from part group by endpoint order by sum(total_ms) desc, endpoint limit ${limit}
    )
    select endpoint, most.requests, most.errors, most.unavailable, ${histogram('part')}
    from most join part using (endpoint) order by most.total_ms desc, endpoint`.execute(db);
  return [...Map.groupBy(rows, ({ endpoint }) => endpoint).values()].map((of) => ({ ...of[0]!, ...addHistograms(of) }));
}

/** The first minute in which a process was up; and in how many of a span's one was. */
export async function findUpMinutes(
  db: Db,
  { from, until }: Pick<MetricSpan, 'from' | 'until'>,
): Promise<{ first: Date | null; up: number }> {
  const fromHour = hourStart(from);
  const skipped = (from.getTime() - fromHour.getTime()) / 60_000;
  const kept = Math.min(60, (until.getTime() - hourStart(until).getTime()) / 60_000);
  const { rows } = await sql<{ first: Date | null; up: number }>`
    select
      (select hour + (position(B'1' in minutes) - 1) * interval '1 minute' from up_hours order by hour limit 1) as first,
      coalesce(sum(bit_count(case
        when hour = ${fromHour}::timestamptz then substring(minutes from ${skipped}::integer + 1)
        when hour = ${hourStart(until)}::timestamptz then substring(minutes from 1 for ${kept}::integer)
        else minutes end)), 0)::integer as up
    from up_hours where hour >= ${fromHour}::timestamptz and hour < ${until}::timestamptz`.execute(db);
  return rows[0]!;
}
