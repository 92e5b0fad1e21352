-- Since when an account is nobody's: what is left of it stands under its id alone.
-- Every signed-in request reads it, and would wait behind this where a dump holds it.
set local lock_timeout = '200ms';
alter table users add column erased_at timestamptz;
set local lock_timeout = '2s';

grant delete on booking_inquiries to holoholo_app;

-- The application adds scans and events and changes none. What it may do about them is to forget whose those of an erased account were.
create function is_erased(person uuid) returns boolean
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select exists (select from users where id = person and erased_at is not null)
$$;

-- How the browser came to a code and what it said of itself; that a code was scanned stays.
create function forget_scans_of(person uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed integer;
begin
  if not is_erased(person) then raise exception 'no erased account' using errcode = 'insufficient_privilege'; end if;
  update scans set landing = null, device = null, network_hash = null
    where visit_id in (select id from visits where user_id = person)
      and (landing is not null or device is not null or network_hash is not null);
  get diagnostics changed = row_count;
  return changed;
end $$;

-- Who did something, in which visit, and what they told of it; that it was done stays, with what figures are added up by, where it is one of
-- a few words. Of some days at a time, as events have no index by person.
create function forget_events_of(person uuid, since timestamptz, until timestamptz) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  changed integer;
  -- Before the statement, so that each event is compared with what is known.
  visited bigint[] := array(select id from visits where user_id = person);
begin
  if not is_erased(person) then raise exception 'no erased account' using errcode = 'insufficient_privilege'; end if;
  update events set user_id = null, visit_id = null, occurred_at = null,
      data = jsonb_strip_nulls(jsonb_build_object('list', data -> 'list', 'campaign', data -> 'campaign',
        'source', case when data ->> 'source' in ('link', 'booking', 'in_app_browser') then data -> 'source' end))
    where received_at >= since and received_at < until and (user_id = person or visit_id = any(visited));
  get diagnostics changed = row_count;
  return changed;
end $$;

revoke execute on function is_erased, forget_scans_of, forget_events_of from public;
grant execute on function forget_scans_of, forget_events_of to holoholo_app;
