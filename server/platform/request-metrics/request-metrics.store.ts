import { sql } from 'kysely';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db } from '../database/database.ts';
import type { Histogram } from './histogram.ts';

export type MetricGrain = 'minute' | 'hour' | 'day';

/** Requests of one endpoint, or under the empty name of all, that were answered within one minute, hour or day. */
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
