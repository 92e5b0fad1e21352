-- How many active travelers there are, so that nobody reads all of them for it. As of booking_sums each connection adds to the row of its own
-- number, so that writers rarely wait for each other: a row by itself says nothing, and may be below zero.
create table traveler_counts (
  part smallint primary key,
  travelers bigint not null
) with (fillfactor = 50);

create function add_to_traveler_counts(given bigint) returns void
  language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into traveler_counts as counts (part, travelers) select pg_backend_pid() % 16, given where given <> 0
    on conflict (part) do update set travelers = counts.travelers + excluded.travelers
$$;
create function count_new_travelers() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_traveler_counts(count(*)) from fresh where role = 'traveler' and is_active;
  return null;
end $$;
create function count_changed_traveler() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_traveler_counts(case when new.role = 'traveler' and new.is_active then 1 else -1 end);
  return null;
end $$;
create function count_gone_travelers() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_traveler_counts(-count(*)) from stale where role = 'traveler' and is_active;
  return null;
end $$;
revoke execute on function add_to_traveler_counts, count_new_travelers, count_changed_traveler, count_gone_travelers from public;

create trigger new_travelers_count after insert on profiles
  referencing new table as fresh for each statement execute function count_new_travelers();
create trigger changed_traveler_counts after update of role, is_active on profiles for each row
  when ((old.role = 'traveler' and old.is_active) is distinct from (new.role = 'traveler' and new.is_active))
  execute function count_changed_traveler();
create trigger gone_travelers_count after delete on profiles
  referencing old table as stale for each statement execute function count_gone_travelers();

-- The triggers hold writers back until here: none is counted twice, and none is left out.
insert into traveler_counts select 0, count(*) from profiles where role = 'traveler' and is_active having count(*) > 0;
grant select on traveler_counts to holoholo_app;
