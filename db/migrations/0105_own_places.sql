-- An organisation orders what its places show, and hides of it what it likes; which listings a place has is the house's alone. `is_hidden`
-- stays the house's: what it hides, no partner shows.
alter table curated_listings add column hidden_by_partner boolean not null default false;
-- Of other places there is what guests see.
drop policy public on curated_listings;
create policy public on curated_listings for select to holoholo_tenant using (not is_hidden and not hidden_by_partner);
revoke insert, update, delete on curated_listings from holoholo_tenant;
grant update (position, hidden_by_partner) on curated_listings to holoholo_tenant;
