-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What has become of a statement's rows, counted once they are all tried or applied and kept until its state is set again: null while
-- they are worked on. A trigger counts, so that it holds of what a process of the version before does as well.
alter table statement_imports add column if not exists applied_rows integer, add column if not exists outcomes jsonb;

create or replace function statement_import_is_counted() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.applied_rows := null; new.outcomes := null; if new.state in ('previewed', 'applied') then
    select coalesce(sum(of_one.applied), 0), coalesce(jsonb_object_agg(of_one.outcome, of_one.rows) filter (where of_one.outcome is not null), '{}')
      into new.applied_rows, new.outcomes from (select outcome, count(*) as rows, count(applied_at) as applied
        from statement_rows where import_id = new.id group by outcome) of_one; end if; return new; end $$;
create or replace trigger statement_imports_are_counted before update of state on statement_imports
  for each row execute function statement_import_is_counted();

-- Those from before, each in a transaction of its own.
do $$ declare one integer; begin
  for one in select id from statement_imports where state in ('previewed', 'applied') and outcomes is null order by id loop
    update statement_imports set state = state where id = one and state in ('previewed', 'applied') and outcomes is null; commit; end loop; end $$;
