-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Hours whose day a process that knows less of what is to be added up has added up: their day is told from the rows until a process that
-- knows all has added it up again. Kept apart from rollup_marks, so that such a process, which knows those alone, does it once.
create table if not exists partial_rollup_marks (
  hour timestamptz not null,
  events boolean not null,
  -- By which it was added up: those that know more have it to do.
  definition integer not null,
  primary key (hour, events, definition)
);
grant select, insert, delete on partial_rollup_marks to holoholo_app;
-- As in 0159_years_at_once.sql, whose trigger it is.
create or replace function keep_marks_of_older_definitions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare takers integer := coalesce(nullif(current_setting('holoholo.rollup_definition', true), ''), '0')::integer; begin
  if takers < 159 then
    insert into partial_rollup_marks select distinct hour, events, takers from taken on conflict do nothing; end if; return null; end $$;

-- Of an advertiser the campaigns whose days were not over long ago.
create index concurrently if not exists campaigns_by_last_day on campaigns (organisation_id, last_day);

-- What an administrator paused before 0154_held_campaigns.sql is held too, where nobody has started, released or ended it since: a reason
-- is kept of administrators alone, and who knew of holding said whether it held.
update campaigns c set held = true from (
  select distinct on (e.subject_id) e.subject_id, e.action, d.content::jsonb -> 'after' as made
  from audit_entries e left join audit_details d on d.sequence = e.sequence
  where e.subject_kind = 'campaign' and e.action in ('campaign_started', 'campaign_paused', 'campaign_released', 'campaign_ended')
  order by e.subject_id, e.sequence desc) as latest
where latest.subject_id = c.id::text and c.state = 'paused' and not c.held
  and latest.action = 'campaign_paused' and latest.made ? 'reason' and not latest.made ? 'held';
