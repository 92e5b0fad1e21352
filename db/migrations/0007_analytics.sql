-- What visitors did on the pages, as the pages tell it. The server's clock counts; a phone's own time is a note.
-- No foreign keys: unknown codes and listings are dropped when written, and an event may outlive what it names.
create table events (
  received_at timestamptz not null,
  occurred_at timestamptz,
  event_type text not null,
  -- Only visitors are counted; staff and programs are kept apart.
  audience text not null check (audience in ('visitor', 'staff', 'bot')),
  user_id uuid,
  visit_id bigint,
  listing_id integer,
  qr_code_id integer,
  data jsonb not null
) partition by range (received_at);
-- Rows arrive in the order of time, so a few bytes per block find an hour; a tree would cost every insert.
create index events_by_time on events using brin (received_at) with (pages_per_range = 16);
-- Takes what no month is there for, so that an event is never refused.
create table events_unplaced partition of events default;

create table rollups (
  grain text not null check (grain in ('hour', 'day')),
  dimension text not null check (dimension in ('total', 'code', 'place', 'partner', 'listing', 'platform', 'event')),
  -- The row's id within its dimension; empty for the total.
  key text not null,
  starts_at timestamptz not null,
  scans integer not null,
  scans_raw integer not null,
  -- Different visits within this hour or day: exact, and not to be added up.
  visits integer not null,
  clicks integer not null,
  bookings_pending integer not null,
  bookings_confirmed integer not null,
  bookings_completed integer not null,
  bookings_cancelled integer not null,
  estimated_cents bigint not null,
  confirmed_cents bigint not null,
  events integer not null,
  primary key (grain, dimension, key, starts_at)
);
create index rollups_by_time on rollups (starts_at);

create table rollup_state (
  only_row boolean primary key default true check (only_row),
  -- Hours before this are read from the rollups, later ones from the rows themselves.
  closed_until timestamptz not null default '-infinity',
  -- The events of earlier hours are gone; their counts are kept as they are.
  events_since timestamptz not null default '-infinity'
);
insert into rollup_state default values;

-- Hours whose rows changed since they were rolled up, one mark per statement and hour, without a unique key: a writer
-- waits for nobody, and a mark is seen exactly when its row is, so that no change can slip between two rollups.
create table rollup_marks (hour timestamptz not null);

create function mark_scanned_hours() returns trigger language plpgsql as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', scanned_at, 'UTC') from fresh;
  return null;
end $$;
create function mark_clicked_hours() returns trigger language plpgsql as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', clicked_at, 'UTC') from fresh;
  return null;
end $$;
create function mark_booked_hours() returns trigger language plpgsql as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', booked_at, 'UTC') from fresh;
  return null;
end $$;
create function mark_rebooked_hours() returns trigger language plpgsql as $$
begin
  insert into rollup_marks
    select date_trunc('hour', booked_at, 'UTC') from fresh union select date_trunc('hour', booked_at, 'UTC') from stale;
  return null;
end $$;
create function mark_event_hours() returns trigger language plpgsql as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', received_at, 'UTC') from fresh;
  return null;
end $$;
-- A place that changes hands takes its past along: a partner's figures are those of the places they hold now.
create function mark_hours_of_moved_places() returns trigger language plpgsql as $$
begin
  insert into rollup_marks
    select distinct r.starts_at from rollups r
      join fresh on r.key = fresh.id::text join stale on stale.id = fresh.id
      where r.grain = 'hour' and r.dimension = 'place' and fresh.partner_id is distinct from stale.partner_id;
  return null;
end $$;

create trigger scans_mark_hours after insert on scans
  referencing new table as fresh for each statement execute function mark_scanned_hours();
create trigger clicks_mark_hours after insert on clicks
  referencing new table as fresh for each statement execute function mark_clicked_hours();
create trigger bookings_mark_hours after insert on bookings
  referencing new table as fresh for each statement execute function mark_booked_hours();
create trigger changed_bookings_mark_hours after update on bookings
  referencing old table as stale new table as fresh for each statement execute function mark_rebooked_hours();
create trigger events_mark_hours after insert on events
  referencing new table as fresh for each statement execute function mark_event_hours();
create trigger moved_places_mark_hours after update on locations
  referencing old table as stale new table as fresh for each statement execute function mark_hours_of_moved_places();

-- Scans come in the order of time as well; bookings and clicks are few, and told late.
create index scans_by_time on scans using brin (scanned_at) with (pages_per_range = 16, autosummarize = on);
create index clicks_by_time on clicks (clicked_at);
create index bookings_by_time on bookings (booked_at);

-- The two functions below run as their owner, so that the restricted role can ask for a month without owning tables.
-- A month is one of Hawaiʻi, as the reports' are.

-- Makes the month of `moment` and of so many after it. Returns how many were made now.
create function make_event_months(moment timestamptz, months_ahead integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_month timestamptz := date_trunc('month', moment, 'Pacific/Honolulu');
  month_start timestamptz;
  month_end timestamptz;
  name text;
  made integer := 0;
begin
  if months_ahead not between 0 and 24 then raise exception 'months_ahead must be 0 to 24'; end if;
  perform pg_advisory_xact_lock(7305443);
  for ahead in 0 .. months_ahead loop
    month_start := (first_month at time zone 'Pacific/Honolulu' + make_interval(months => ahead)) at time zone 'Pacific/Honolulu';
    month_end := (first_month at time zone 'Pacific/Honolulu' + make_interval(months => ahead + 1)) at time zone 'Pacific/Honolulu';
    name := 'events_' || to_char(month_start at time zone 'Pacific/Honolulu', 'YYYY_MM');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table public.%I (like public.events including defaults including constraints)', name);
    -- A month cannot be attached while its rows stand in the default partition.
    lock table public.events_unplaced in access exclusive mode;
    execute format(
      'with moved as (delete from public.events_unplaced where received_at >= %L and received_at < %L returning *)
        insert into public.%I select * from moved', month_start, month_end, name);
    execute format('alter table public.events attach partition public.%I for values from (%L) to (%L)',
      name, month_start, month_end);
    made := made + 1;
  end loop;
  return made;
end $$;

-- Drops the months that ended 13 months before `moment`. A clock that is ahead of the database's drops nothing early.
create function drop_old_event_months(moment timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  kept_since timestamp := date_trunc('month', least(moment, now()) at time zone 'Pacific/Honolulu') - interval '13 months';
  month record;
  dropped integer := 0;
begin
  perform pg_advisory_xact_lock(7305443);
  -- A rebuild under way still counts what is dropped here.
  perform pg_advisory_xact_lock(7305444);
  for month in
    select inhrelid::regclass as partition from pg_inherits
      where inhparent = 'public.events'::regclass and inhrelid::regclass::text ~ '^(public\.)?events_\d{4}_\d{2}$'
        and to_date(right(inhrelid::regclass::text, 7), 'YYYY_MM') < kept_since
  loop
    execute format('drop table %s', month.partition);
    dropped := dropped + 1;
  end loop;
  delete from public.events_unplaced where received_at < kept_since at time zone 'Pacific/Honolulu';
  update public.rollup_state set events_since = greatest(events_since, kept_since at time zone 'Pacific/Honolulu');
  return dropped;
end $$;

revoke execute on function make_event_months, drop_old_event_months from public;
grant execute on function make_event_months, drop_old_event_months to holoholo_app;
-- Rights on a partitioned table cover its partitions, present and future, when they are reached through it.
grant select, insert on events to holoholo_app;
grant select, insert, update, delete on rollups to holoholo_app;
grant select, insert, delete on rollup_marks to holoholo_app;
grant select on rollup_state to holoholo_app;
grant update (closed_until) on rollup_state to holoholo_app;

select make_event_months(now(), 2);
