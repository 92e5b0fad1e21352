import type pg from 'pg';

/** So many endpoints; the n-th is asked a n-th as often as the first. */
const endpoints = 150;
/** What a phone asks for with each scan, and those who work with the guide. */
const requestsOfScan = 4;

/**
 * Measured requests of two years up to now, as many as come with so many scans a year, as the product keeps them: by minute, hour and day,
 * by endpoint and for all; in every minute a process was up. Of an endpoint that is asked now and then there is a request where as many are due.
 * @param today the beginning of its day in Hawaiʻi
 */
export async function fillMetrics(owner: pg.Client, scans: number, today: Date): Promise<void> {
  const perDay = (scans * requestsOfScan) / 365;
  await owner.query(
    `with asked as (
       select n as number, case n when 0 then '' else 'GET /api/measured-' || n end as endpoint,
         case n when 0 then $2::float8 else $2 / n / 5.6 end as often
       from generate_series(0, $3::int) n
     ), histogram as (
       select grain, endpoint, sum(count)::integer as requests, sum(count * 0.1 * 1.125 ^ bucket) as total_ms,
         array_agg(bucket order by bucket) as buckets, array_agg(count order by bucket) as counts
       from (
         select grain, endpoint, bucket::smallint, round(so_far)::integer - round(lag(so_far, 1, 0) over by_bucket)::integer as count
         from (
           select grain, endpoint, bucket, sum(part * often * exp(-0.5 * ((bucket - 30 - number % 20) / 6.0) ^ 2) / 15) over by_bucket as so_far
           from (values ('day', 1), ('hour', 1 / 24.0), ('minute', 1 / 1440.0)) as of_grain (grain, part)
             cross join asked cross join generate_series(0, 120) as bucket
           window by_bucket as (partition by grain, endpoint order by bucket)
         ) as added window by_bucket as (partition by grain, endpoint order by bucket)
       ) as spread where count > 0 group by grain, endpoint
     ), span as (
       select 'day' as grain, $1::timestamptz - n * interval '1 day' as starts_at from generate_series(0, 729) n
       union all select 'hour', date_trunc('hour', now()) - n * interval '1 hour' from generate_series(0, 24 * 93) n
       union all select 'minute', date_trunc('minute', now()) - n * interval '1 minute' from generate_series(1, 60 * 72) n
     )
     insert into request_metrics (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
     select grain, starts_at, endpoint, requests, 0, 0, total_ms, buckets, counts from span join histogram using (grain)
     on conflict do nothing`,
    [today, perDay, endpoints],
  );
  await owner.query(
    `insert into up_hours select date_trunc('hour', now()) - n * interval '1 hour', ~B'0'::bit(60)
     from generate_series(1, 24 * 730) n on conflict do nothing`,
  );
}
