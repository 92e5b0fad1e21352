-- What a tenant sees of the experiences: those that are shown, their own, those that they saved, booked or asked about, and those that they
-- earned on; the rate and the organisation of their own alone. The table itself can have no policies (0043_walls.sql). Within the wall its name leads here, as
-- this schema stands before public there (server/platform/database/tenants.store.ts); a process of the version before goes on with the table.
create schema walled;
grant usage on schema walled to holoholo_tenant;
create view walled.listings as
  select l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url,
    l.image_color, l.rating, l.review_count, l.price_range, l.is_active, l.is_featured, l.latitude, l.longitude, l.search_words,
    l.created_at, l.updated_at,
    case when l.organisation_id = (select tenant_organisation()) then l.commission_rate end as commission_rate,
    case when l.organisation_id = (select tenant_organisation()) then l.organisation_id end as organisation_id,
    case when l.organisation_id = (select tenant_organisation()) then l.advertiser_id end as advertiser_id
  from public.listings l
  where l.is_active or l.organisation_id = (select tenant_organisation())
    or l.id in (select listing_id from saved_listings where user_id = (select tenant_person()))
    or l.id in (select listing_id from bookings where user_id = (select tenant_person()))
    or l.id in (select listing_id from booking_inquiries where user_id = (select tenant_person()))
    or l.id in (select listing_id from commissions where organisation_id = (select tenant_organisation()));
-- One that is added says whose it is, which a column that shows itself to some alone cannot take: that is the table's, by its name in full.
grant select, update (name, description, category, subcategory, address, phone, website_url, booking_url, image_url, image_color, price_range,
  is_active, latitude, longitude, updated_at) on walled.listings to holoholo_tenant;

-- A person's own keys, and what they asked for.
create policy application on passkeys to holoholo_app using (true) with check (true);
create policy own on passkeys to holoholo_tenant using (user_id = (select tenant_person()));
grant select, delete on passkeys to holoholo_tenant;
alter table passkeys enable row level security;

create policy application on long_work to holoholo_app using (true) with check (true);
create policy own on long_work to holoholo_tenant using (asked_by = (select tenant_person()));
grant select on long_work to holoholo_tenant;
alter table long_work enable row level security;
