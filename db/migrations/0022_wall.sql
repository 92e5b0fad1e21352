-- A function that runs as its owner must never find a caller's temporary table where it expects one of ours. PostgreSQL looks
-- for names in pg_temp first unless the path names it, so every such path names it, last. Functions that triggers run get the
-- same path: they also run in the sessions of the owner. (Who may make temporary tables at all: server/platform/migrations.ts.)
alter function append_audit_entry() set search_path = pg_catalog, public, pg_temp;
alter function refuse_audit_change() set search_path = pg_catalog, public, pg_temp;
alter function make_event_months(timestamptz, integer) set search_path = pg_catalog, public, pg_temp;
alter function drop_old_event_months(timestamptz) set search_path = pg_catalog, public, pg_temp;
alter function bump_listing_version() set search_path = pg_catalog, public, pg_temp;
alter function learn_search_words() set search_path = pg_catalog, public, pg_temp;
alter function mark_scanned_hours() set search_path = pg_catalog, public, pg_temp;
alter function mark_clicked_hours() set search_path = pg_catalog, public, pg_temp;
alter function mark_booked_hours() set search_path = pg_catalog, public, pg_temp;
alter function mark_rebooked_hours() set search_path = pg_catalog, public, pg_temp;
alter function mark_event_hours() set search_path = pg_catalog, public, pg_temp;
alter function mark_hours_of_moved_places() set search_path = pg_catalog, public, pg_temp;
alter function recount_reviews(integer[]) set search_path = pg_catalog, public, pg_temp;
alter function recount_new_reviews() set search_path = pg_catalog, public, pg_temp;
alter function recount_changed_reviews() set search_path = pg_catalog, public, pg_temp;
alter function recount_gone_reviews() set search_path = pg_catalog, public, pg_temp;

-- A trigger needs nobody's right to run; without this anybody could make one of their own that runs a function as its owner.
revoke execute on function append_audit_entry, bump_listing_version, learn_search_words from public;

-- A database that was made before PostgreSQL 15 lets everybody make tables and functions beside ours.
do $$
begin
  if has_schema_privilege('public', 'public', 'create') then
    revoke create on schema public from public;
  end if;
end $$;
