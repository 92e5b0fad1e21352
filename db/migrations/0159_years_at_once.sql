-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What a partner's bookings earn whose amount is told, by the Hawaiian day on which they were booked, by code and place, added up with the
-- rollups of the day: a year of a large partner's has many more bookings than days.
create table if not exists partner_earned_days (
  day timestamptz not null,
  organisation_id uuid not null references organisations,
  qr_code_id integer,
  location_id integer,
  told integer not null,
  told_cents bigint not null,
  earning integer not null,
  cents bigint not null,
  unique nulls not distinct (day, organisation_id, qr_code_id, location_id)
);
create index if not exists partner_earned_days_by_organisation on partner_earned_days (organisation_id, day);
grant select, insert, delete on partner_earned_days to holoholo_app;
grant select on partner_earned_days to holoholo_tenant;
drop policy if exists application on partner_earned_days;
create policy application on partner_earned_days to holoholo_app using (true) with check (true);
drop policy if exists own on partner_earned_days;
create policy own on partner_earned_days for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
alter table partner_earned_days enable row level security;

-- A process of a version before, which may take the marks while both run, or after going back, knows less of what is to be added up: what it
-- takes stays marked, so that it is told from the rows, and added up by the next process that knows all. Whoever adds up says by which
-- definition, a number; a migration with a further one replaces this function, and marks the past.
create or replace function keep_marks_of_older_definitions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(nullif(current_setting('holoholo.rollup_definition', true), ''), '0')::integer < 159 then
    insert into rollup_marks select distinct hour, events from taken; end if; return null; end $$;
-- Such a process holds the table while it adds up a day, and whoever writes would wait behind this: it is tried again instead.
set lock_timeout = '2s';
create or replace trigger taken_marks_are_kept after delete on rollup_marks
  referencing old table as taken for each statement execute function keep_marks_of_older_definitions();
set lock_timeout = '10min';

-- The past is added up once more, for what it now knows and for what such a process may have left out of 0152; until then it is read from
-- the bookings. Hours of platforms are those with clicks or bookings, which every version has added up.
insert into rollup_marks select distinct starts_at, false from rollups where grain = 'hour' and dimension = 'platform';

-- How quickly requests were answered is added up by months that are over as well.
set lock_timeout = '2s';
alter table request_metrics drop constraint if exists request_metrics_grain_check,
  add constraint request_metrics_grain_check check (grain in ('minute', 'hour', 'day', 'month')) not valid;
set lock_timeout = '10min';
alter table request_metrics validate constraint request_metrics_grain_check;

-- Scans of an hour, or the newest of a day: by their blocks (scans_by_time) all ranges of blocks were looked at, and a whole day was put in order.
create index concurrently if not exists scans_by_instant on scans (scanned_at, id);
