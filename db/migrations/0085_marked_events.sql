-- A mark tells whether events of its hour changed: of a day whose bookings alone did, its impressions are not counted again.
alter table rollup_marks add column events boolean not null default true;

create or replace function mark_scanned_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', scanned_at, 'UTC'), false from fresh;
  return null;
end $$;
create or replace function mark_clicked_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', clicked_at, 'UTC'), false from fresh;
  return null;
end $$;
create or replace function mark_booked_hours() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', booked_at, 'UTC'), false from fresh;
  return null;
end $$;
create or replace function mark_rebooked_hours() returns trigger language plpgsql security definer
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks
    select date_trunc('hour', booked_at, 'UTC'), false from fresh
    union select date_trunc('hour', booked_at, 'UTC'), false from stale;
  return null;
end $$;
