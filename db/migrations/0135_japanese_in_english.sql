-- Japanese letters are looked up in all words of a listing, also where they stand among the English ones. What a generated column is made
-- of cannot be changed: it is made anew under its name, which the view of tenants has to let go of meanwhile.
create or replace view walled.listings as
  select l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url,
    l.image_color, l.rating, l.review_count, l.price_range, l.is_active, l.is_featured, l.latitude, l.longitude, l.search_words,
    l.created_at, l.updated_at,
    case when l.organisation_id = (select tenant_organisation()) then l.commission_rate end as commission_rate,
    case when l.organisation_id = (select tenant_organisation()) then l.organisation_id end as organisation_id,
    case when l.organisation_id = (select tenant_organisation()) then l.advertiser_id end as advertiser_id,
    l.name_ja, l.description_ja, null::tsvector as search_pairs, l.image_widths
  from public.listings l
  where l.is_active or l.organisation_id = (select tenant_organisation())
    or l.id in (select listing_id from saved_listings where user_id = (select tenant_person()))
    or l.id in (select listing_id from bookings where user_id = (select tenant_person()))
    or l.id in (select listing_id from booking_inquiries where user_id = (select tenant_person()))
    or exists (select from commissions c where c.organisation_id = (select tenant_organisation()) and c.listing_id = l.id);
alter table listings
  drop column search_pairs,
  add column search_pairs tsvector generated always as (
    array_to_tsvector(japanese_pairs(name || ' ' || coalesce(address, '') || ' ' || description
      || ' ' || coalesce(name_ja, '') || ' ' || coalesce(description_ja, '')))) stored;
create index listings_by_pairs on listings using gin (search_pairs) with (fastupdate = off);
create or replace view walled.listings as
  select l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url,
    l.image_color, l.rating, l.review_count, l.price_range, l.is_active, l.is_featured, l.latitude, l.longitude, l.search_words,
    l.created_at, l.updated_at,
    case when l.organisation_id = (select tenant_organisation()) then l.commission_rate end as commission_rate,
    case when l.organisation_id = (select tenant_organisation()) then l.organisation_id end as organisation_id,
    case when l.organisation_id = (select tenant_organisation()) then l.advertiser_id end as advertiser_id,
    l.name_ja, l.description_ja, l.search_pairs, l.image_widths
  from public.listings l
  where l.is_active or l.organisation_id = (select tenant_organisation())
    or l.id in (select listing_id from saved_listings where user_id = (select tenant_person()))
    or l.id in (select listing_id from bookings where user_id = (select tenant_person()))
    or l.id in (select listing_id from booking_inquiries where user_id = (select tenant_person()))
    or exists (select from commissions c where c.organisation_id = (select tenant_organisation()) and c.listing_id = l.id);
