-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Hours whose day a process that knows less of what is to be added up has added up: their day is told from the rows until a process that
-- knows all has added it up again. Kept apart from rollup_marks, so that such a process, which knows those alone, does it once.
create table if not exists partial_rollup_marks (
  hour timestamptz not null,
  events boolean not null,
  primary key (hour, events)
);
grant select, insert, delete on partial_rollup_marks to holoholo_app;
-- As in 0159_years_at_once.sql, whose trigger it is.
create or replace function keep_marks_of_older_definitions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if coalesce(nullif(current_setting('holoholo.rollup_definition', true), ''), '0')::integer < 159 then
    insert into partial_rollup_marks select distinct hour, events from taken on conflict do nothing; end if; return null; end $$;

-- Of an advertiser the campaigns whose days were not over long ago.
create index concurrently if not exists campaigns_by_last_day on campaigns (organisation_id, last_day);
