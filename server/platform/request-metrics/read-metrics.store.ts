import { sql } from 'kysely';
import { hawaiiZone, hourStart } from '../../../contract/hawaii-time.ts';
import type { Db } from '../database/database.ts';
import { fromNumber, type Histogram } from './histogram.ts';
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

const columns = sql.raw(
  'grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts, histogram',
);
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
const histogram = sql`array_to_json(buckets) as buckets, array_to_json(counts) as counts`;

/** All requests of a span, by when they were answered: days, or hours and minutes, in their order. */
export async function findMetrics(db: Db, span: MetricSpan): Promise<Omit<MetricRow, 'endpoint'>[]> {
  const { rows } = await sql<Omit<MetricRow, 'endpoint'>>`
    select grain, starts_at, requests, errors, unavailable, total_ms, ${histogram}
    from ${within(partsOf(span))} where endpoint = '' order by starts_at`.execute(db);
  return rows;
}

export type MetricSum = Pick<MetricRow, 'requests' | 'errors' | 'unavailable' | 'buckets' | 'counts'>;
type Added = Omit<MetricSum, keyof Histogram> & { histogram: string };

/** Added up by the database, histograms as numbers (db/migrations/0174_histograms_added_up.sql): of arrays each element would be a row. */
const sums = sql`coalesce(sum(requests), 0)::bigint as requests, coalesce(sum(errors), 0)::bigint as errors,
  coalesce(sum(unavailable), 0)::bigint as unavailable, coalesce(sum(histogram), 0)::text as histogram`;
const sumOf = <Row extends Added>({ histogram, ...row }: Row) => ({ ...row, ...fromNumber(histogram) });

/** All requests of a span together. */
export async function sumMetrics(db: Db, span: MetricSpan): Promise<MetricSum> {
  const { rows } = await sql<Added>`
    select ${sums} from ${within(await shortPartsOf(db, span))} where endpoint = ''`.execute(db);
  return sumOf(rows[0]!);
}

/**
 * Which rows a span consists of where only sums are told: whole months that are added up stand in place of their days, as a year of every
 * endpoint has a hundred thousand rows. Months are added up one after the other, so that those of a span have none between them that is not.
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
export async function findEndpointMetrics(
  db: Db,
  span: MetricSpan,
  limit: number,
): Promise<(MetricSum & { endpoint: string })[]> {
  const { rows } = await sql<Added & { endpoint: string }>`
    select endpoint, ${sums} from ${within(await shortPartsOf(db, span))} where endpoint <> ''
    group by endpoint order by sum(total_ms) desc, endpoint limit ${limit}`.execute(db);
  return rows.map(sumOf);
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
