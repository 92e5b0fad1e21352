-- Beside the version of the listings, one of everything else that a guest's page shows: places, which listings they show,
-- and the hosts whose pages may be shown within. It changes in the transaction of every write to them.
alter table listing_version add column surroundings bigint not null default 1;

create function bump_surroundings_version() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update public.listing_version set surroundings = surroundings + 1;
  return null;
end $$;
-- Triggers run it whoever writes; nobody needs to call it, or to tie it to a table of their own.
revoke execute on function bump_surroundings_version() from public;

create trigger place_changed after insert or update or delete or truncate on locations
  for each statement execute function bump_surroundings_version();
create trigger curated_listings_changed after insert or update or delete or truncate on curated_listings
  for each statement execute function bump_surroundings_version();
create trigger embed_hosts_changed after insert or update or delete or truncate on embed_hosts
  for each statement execute function bump_surroundings_version();
