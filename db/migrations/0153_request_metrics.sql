-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- How quickly requests were answered, added up by all server processes: by minute, hour and day of Hawaiʻi, and by endpoint; under the
-- empty name all of them. It holds no address and nothing that was asked.
create table if not exists request_metrics (
  grain text not null check (grain in ('minute', 'hour', 'day')),
  starts_at timestamptz not null,
  endpoint text not null check (length(endpoint) <= 200),
  requests integer not null check (requests > 0),
  -- Answered with 500 and above; of these, with 503.
  errors integer not null check (errors between 0 and requests),
  unavailable integer not null check (unavailable between 0 and errors),
  total_ms double precision not null,
  -- Those of a geometric scale that have any, and how many requests each.
  buckets smallint[] not null,
  counts integer[] not null check (cardinality(counts) = cardinality(buckets)),
  primary key (grain, starts_at, endpoint)
-- What the newest rows are changed to stays beside them.
) with (fillfactor = 70);
create index if not exists request_metrics_of_all on request_metrics (grain, starts_at) where endpoint = '';
-- The last batch of each process, so that one of which nobody knows whether it was added is not added twice.
create table if not exists request_metric_batches (
  process uuid primary key,
  batch integer not null,
  written_at timestamptz not null
);
create index if not exists request_metric_batches_by_time on request_metric_batches (written_at);
-- The minutes of an hour in which a server process was up, the first of them on the left.
create table if not exists up_hours (
  hour timestamptz primary key,
  minutes bit(60) not null
);
grant select, insert, update, delete on request_metrics, request_metric_batches, up_hours to holoholo_app;

-- All keys of a dimension over time: by the primary key alone every hour of it was read, by the time alone every dimension.
create index concurrently if not exists rollups_by_dimension on rollups (grain, dimension, starts_at);
