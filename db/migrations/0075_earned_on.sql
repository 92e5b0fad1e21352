-- What a tenant sees of the experiences, as before (0072_own_and_shown.sql); those that an organisation earned on are asked for one at a
-- time, not by reading all that it earned.
create or replace view walled.listings as
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
    or exists (select from commissions c where c.organisation_id = (select tenant_organisation()) and c.listing_id = l.id);

-- Nothing ever read it; a process of the version before still writes it.
alter table inbox alter column digest drop not null;
