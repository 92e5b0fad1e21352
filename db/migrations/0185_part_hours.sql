-- What happened in the hours of the last two days is also counted by ten minutes, and in the hour that is open every few minutes: of an hour at
-- the end of a range only what was not counted is counted from its rows at each look.
create table part_hours (
  hour timestamptz primary key,
  -- What was written before this is counted.
  counted_until timestamptz not null,
  -- Which figures whoever counted knew of.
  counted_as integer not null
);
create table part_hour_figures (
  dimension text not null,
  starts_at timestamptz not null,
  key text not null,
  scans integer not null,
  scans_raw integer not null,
  clicks integer not null,
  events integer not null,
  impressions integer not null,
  openings integer not null,
  primary key (dimension, starts_at, key)
);
grant select, insert, delete on part_hours, part_hour_figures to holoholo_app;

-- A mark says of what it tells first: where that is before what was counted, it was not seen, and the hour is counted from its rows.
alter table rollup_marks add column earliest timestamptz;
create or replace function mark_scanned_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select date_trunc('hour', scanned_at, 'UTC'), false, min(scanned_at) from fresh group by 1;
  return null;
end $$;
create or replace function mark_clicked_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select date_trunc('hour', clicked_at, 'UTC'), false, min(clicked_at) from fresh group by 1;
  return null;
end $$;
create or replace function mark_event_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select date_trunc('hour', received_at, 'UTC'), true, min(received_at) from fresh group by 1;
  return null;
end $$;

-- Whoever takes such a mark away, as a process of the version before, leaves the hour to be counted anew.
create function forget_part_hours() returns trigger language plpgsql
  set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from part_hours p using taken t where p.hour = t.hour and t.earliest < p.counted_until;
  return null;
end $$;
create trigger taken_marks_forget_part_hours after delete on rollup_marks
  referencing old table as taken for each statement execute function forget_part_hours();
