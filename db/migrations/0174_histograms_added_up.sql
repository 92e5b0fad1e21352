-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- A histogram as one number, in which each bucket has twelve digits, the first of them the last: numbers are added up as they are, where a
-- thousand arrays would be taken apart. The sum of as many counts as there may be stays within its digits.
create or replace function histogram_number(buckets smallint[], counts integer[]) returns numeric
  language sql immutable parallel safe set search_path = pg_catalog, pg_temp as $$
  select coalesce(sum((count || 'e' || 12 * bucket)::numeric), 0) from unnest(buckets, counts) as one (bucket, count) $$;
-- Processes of the version before write the arrays alone.
create or replace function keep_histogram_number() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.histogram := histogram_number(new.buckets, new.counts); return new; end $$;
set lock_timeout = '2s';
alter table request_metrics add column if not exists histogram numeric;
create or replace trigger histograms_are_numbers before insert or update of buckets, counts on request_metrics
  for each row execute function keep_histogram_number();
set lock_timeout = '10min';
-- What is there already, by grain and day: whoever adds a minute waits for one day at most.
do $$ declare part record; begin
  for part in select distinct grain, date_trunc('day', starts_at, 'UTC') as day from request_metrics where histogram is null loop
    update request_metrics set histogram = histogram_number(buckets, counts)
      where grain = part.grain and starts_at >= part.day and starts_at < part.day + interval '1 day' and histogram is null; commit; end loop; end $$;
