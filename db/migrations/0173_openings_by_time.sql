-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Openings of the parts of hours that are not added up (server/features/analytics/span-figures.store.ts) are found without reading all other
-- events of their time. What an opening is, is said as in rollup-figures.store.ts, or the index is not used. Month by month, each for itself:
-- whoever writes waits for the one that is built, which takes a second for each million events. A month that has it is passed over.
set lock_timeout = '2s';
do $$ declare month regclass; begin
  for month in select inhrelid::regclass from pg_inherits where inhparent = 'public.events'::regclass loop
    execute format('create index if not exists %I on %s (received_at) where audience = ''visitor'' and listing_id is not null
      and event_type in (''map_pin_clicked'', ''smart_suggestion_clicked'', ''advertiser_content_view'', ''advertiser_external_navigation'')
      and data ->> ''source'' is distinct from ''in_app_browser''', month::text || '_openings', month); commit; end loop; end $$;
-- Takes those of the months.
create index if not exists events_openings on events (received_at) where audience = 'visitor' and listing_id is not null
  and event_type in ('map_pin_clicked', 'smart_suggestion_clicked', 'advertiser_content_view', 'advertiser_external_navigation')
  and data ->> 'source' is distinct from 'in_app_browser';
set lock_timeout = '10min';

-- A range of days is added up by place, code or listing from this alone: rows of a day that was added up again lie scattered.
create index concurrently if not exists rollups_of_parts on rollups (dimension, starts_at)
  include (key, scans, openings, clicks, impressions, bookings_confirmed, bookings_completed, confirmed_cents)
  where grain = 'day' and dimension in ('place', 'code', 'listing');
