-- Which listings each version of the guide changed, so that a kept answer that has nothing to do with them still holds.
-- A row without a listing stands for more changes than are worth telling apart.
create table listing_changes (
  version bigint not null,
  listing_id integer,
  unique (version, listing_id)
);
grant select on listing_changes to holoholo_app;

-- The one row of listing_version is locked until the writer commits, so whoever reads a version sees every change up to it.
create or replace function bump_listing_version() returns trigger
  language plpgsql security definer set search_path = public as $$
declare
  told constant integer := 100;
  kept constant integer := 1000;
  many integer := told + 1;
  bumped bigint;
begin
  if tg_op <> 'TRUNCATE' then
    select count(*) into many from (select from changed limit told + 1) as first_ones;
    if many = 0 then return null; end if;
  end if;
  update listing_version set version = version + 1 returning version into bumped;
  if many > told then
    insert into listing_changes (version) values (bumped);
  else
    insert into listing_changes (version, listing_id) select distinct bumped, id from changed;
  end if;
  delete from listing_changes where version <= bumped - kept;
  return null;
end $$;

drop trigger listings_changed on listings;
create trigger listings_added after insert on listings
  referencing new table as changed for each statement execute function bump_listing_version();
create trigger listings_changed after update on listings
  referencing new table as changed for each statement execute function bump_listing_version();
create trigger listings_removed after delete on listings
  referencing old table as changed for each statement execute function bump_listing_version();
create trigger listings_emptied after truncate on listings
  for each statement execute function bump_listing_version();
