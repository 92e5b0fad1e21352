import { type RawBuilder, sql } from 'kysely';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db } from '../database/database.ts';
import type { Histogram } from './histogram.ts';

export type MetricGrain = 'minute' | 'hour' | 'day' | 'month';

/** Requests of one endpoint, or under the empty name of all, that were answered within one minute, hour, day or month. */
export interface MetricRow extends Histogram {
  grain: MetricGrain;
  starts_at: Date;
  endpoint: string;
  requests: number;
  /** Answered with 500 and above; of these, with 503. */
  errors: number;
  unavailable: number;
  total_ms: number;
}

/** A year and the one before it go back hardly further; of the first month the days are read. */
const longestAskedMs = 729 * 86_400_000;

/** Adds what a process noted; a batch of it that was added already is passed over. */
export async function addBatch(
  db: Db,
  { process, batch, at, rows }: { process: string; batch: number; at: Date; rows: readonly MetricRow[] },
): Promise<void> {
  // In the order of the key, so that two processes never wait for each other.
  await sql`
    with fresh as (
      insert into request_metric_batches as known (process, batch, written_at) values (${process}, ${batch}, ${at})
      on conflict (process) do update set batch = excluded.batch, written_at = excluded.written_at
        where known.batch < excluded.batch
      returning 1
    )
    insert into request_metrics as known
      (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
    select grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts
    from json_to_recordset(${JSON.stringify(rows)}::json) as given (
      grain text, starts_at timestamptz, endpoint text, requests integer, errors integer, unavailable integer,
      total_ms double precision, buckets smallint[], counts integer[])
    where exists (select from fresh)
    order by grain, starts_at, endpoint
    on conflict (grain, starts_at, endpoint) do update set
      requests = known.requests + excluded.requests,
      errors = known.errors + excluded.errors,
      unavailable = known.unavailable + excluded.unavailable,
      total_ms = known.total_ms + excluded.total_ms,
      (buckets, counts) = (
        select array_agg(bucket order by bucket), array_agg(count order by bucket) from (
          select bucket, sum(count)::integer as count from (
            select bucket, count from unnest(known.buckets, known.counts) as of_known (bucket, count)
            union all select bucket, count from unnest(excluded.buckets, excluded.counts) as of_new (bucket, count)
          ) as both_of group by bucket
        ) as added)`.execute(db);
}

/** Of an integer of PostgreSQL. A month of far more than eight hundred requests a second tells so many. */
const most = 2_147_483_647;

/**
 * Adds up, from their days, the months of Hawaiʻi that are over and may be asked for, where they are not added up yet or have other days by
 * now: a process that was long without its database adds late.
 */
export async function addUpMonths(db: Db, now: Date): Promise<void> {
  const zone = sql.lit(hawaiiZone);
  const total = (column: string) => sql`least(sum(${sql.ref(column)}), ${sql.lit(most)})::integer`;
  const monthOf = (instant: RawBuilder<unknown>) => sql`date_trunc('month', ${instant}, ${zone})`;
  await sql`
    with month as (
      select ${monthOf(sql`starts_at`)} as starts_at, ${total('requests')} as requests from request_metrics
      where grain = 'day' and endpoint = '' and starts_at < ${monthOf(sql`${now}::timestamptz`)}
        and starts_at >= ${monthOf(sql`${new Date(now.getTime() - longestAskedMs)}::timestamptz`)}
      group by 1
    ), changed as materialized (
      select starts_at, (starts_at at time zone ${zone} + interval '1 month') at time zone ${zone} as next from month
      where not exists (select from request_metrics known where known.grain = 'month' and known.endpoint = ''
        and known.starts_at = month.starts_at and known.requests = month.requests)
    ), of_day as materialized (
      select c.starts_at as month, d.endpoint, d.requests, d.errors, d.unavailable, d.total_ms, d.buckets, d.counts
      from changed c join request_metrics d on d.grain = 'day' and d.starts_at >= c.starts_at and d.starts_at < c.next
    ), histogram as (
      select month, endpoint, array_agg(bucket order by bucket) as buckets, array_agg(count order by bucket) as counts from (
        select month, endpoint, bucket, ${total('count')} as count
        from of_day cross join unnest(buckets, counts) as b (bucket, count) group by 1, 2, 3
      ) as counted group by 1, 2
    )
    insert into request_metrics (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
    select 'month', month, endpoint, requests, errors, unavailable, total_ms, buckets, counts from (
      select month, endpoint, ${total('requests')} as requests, ${total('errors')} as errors,
        ${total('unavailable')} as unavailable, sum(total_ms) as total_ms from of_day group by 1, 2
    ) as added join histogram using (month, endpoint)
    on conflict (grain, starts_at, endpoint) do update set
      (requests, errors, unavailable, total_ms, buckets, counts) =
      (excluded.requests, excluded.errors, excluded.unavailable, excluded.total_ms, excluded.buckets, excluded.counts)`.execute(
    db,
  );
}

/** Notes minutes in which a process was up, as many times as is wanted. @param hours with the bits of their minutes */
export async function addUpMinutes(db: Db, hours: readonly { hour: Date; minutes: string }[]): Promise<void> {
  await sql`
    insert into up_hours as known (hour, minutes)
    select hour, minutes::bit(60) from unnest(
      ${hours.map(({ hour }) => hour.toISOString())}::timestamptz[], ${hours.map(({ minutes }) => minutes)}::text[]
    ) as given (hour, minutes) order by hour
    on conflict (hour) do update set minutes = known.minutes | excluded.minutes`.execute(db);
}

/** Forgets what is told by minutes, by hours and by days from before an instant each. */
export async function deleteMetricsBefore(db: Db, before: Readonly<Record<MetricGrain, Date>>): Promise<void> {
  for (const [grain, instant] of Object.entries(before))
    await deleteInBatches(db, 'request_metrics', {
      where: sql`grain = ${sql.lit(grain)} and starts_at < ${instant}`,
      orderBy: sql`starts_at`,
    });
  await deleteInBatches(db, 'up_hours', { where: sql`hour < ${before.day}`, orderBy: sql`hour` });
  await deleteInBatches(db, 'request_metric_batches', {
    where: sql`written_at < ${before.minute}`,
    orderBy: sql`written_at`,
  });
}
