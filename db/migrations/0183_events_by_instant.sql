-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- A later event finds room in a block of an earlier hour, where a larger one left some: with the first and the last time alone of each range of
-- blocks the events of half an hour led to a dozen ranges in place of two. Several times of each are kept now, so that a few that are out of
-- order widen none. Month by month, each for itself: whoever writes waits for the one that is built, less than a second for each million events.
set lock_timeout = '2s';
do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'public.events'::regclass loop
    execute format('create index if not exists %I on %s using brin (received_at timestamptz_minmax_multi_ops(values_per_range = 8))
      with (pages_per_range = 16, autosummarize = on)', month::text || '_by_instant', month); commit; end loop; end $$;
-- Takes those of the months.
create index if not exists events_by_instant on events using brin (received_at timestamptz_minmax_multi_ops(values_per_range = 8))
  with (pages_per_range = 16, autosummarize = on);
drop index if exists events_by_time;
set lock_timeout = '10min';
