-- Changes with every statement that may change what a list of experiences shows, in the same transaction: whoever reads it
-- together with a kept answer knows whether that answer still holds, in any number of processes.
create table listing_version (only_row boolean primary key default true check (only_row), version bigint not null);
insert into listing_version (version) values (1);

create function bump_listing_version() returns trigger
  language plpgsql security definer set search_path = public as $$
begin
  update listing_version set version = version + 1;
  return null;
end $$;

create trigger listings_changed after insert or update or delete or truncate on listings
  for each statement execute function bump_listing_version();
grant select on listing_version to holoholo_app;
