-- Who has prepared a payout releases it alone only where there is no other administrator, and has been none of late: whoever could
-- suspend the other one, release and let them go on again would need nobody.

-- Until when somebody was an administrator who could sign in; null of who never was, and of who still is since they first were.
alter table profiles add column admin_until timestamptz;
create function keep_until_when_admin() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.admin_until := now();
  return new;
end $$;
revoke execute on function keep_until_when_admin from public;
create trigger profiles_keep_until_when_admin before update of role, is_active on profiles
  for each row when (old.role = 'admin' and old.is_active and not (new.role = 'admin' and new.is_active))
  execute function keep_until_when_admin();

-- Whether there was another administrator when it was prepared, or in the 30 days before; null of what a process of the version before
-- has prepared.
alter table payouts add column had_another boolean;

-- What a platform tells may be in doubt for the day of travel, too.
alter table platform_bookings drop constraint platform_bookings_doubt_check;
alter table platform_bookings add constraint platform_bookings_doubt_check
  check (doubt in ('amount', 'currency', 'final', 'travel')) not valid;
