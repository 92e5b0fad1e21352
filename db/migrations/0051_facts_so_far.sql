-- outside a transaction
-- Each statement for itself, and one that may be run again.

-- Both parts of a key are asked for: all listings of a partner.
create index concurrently if not exists rollups_by_first_part on rollups
  (grain, dimension, split_part(key, '/', 1), starts_at) where dimension in ('partner_listing', 'campaign_place');

alter table scans validate constraint scans_fetch_site;

alter table scans validate constraint scans_device_class;

alter table bookings validate constraint bookings_click_ordinal;

alter table rollups validate constraint rollups_dimension_check;

-- Until now the past of a place was its present partner's, and a click's rate its listing's present one. This is how it stays.
update scans set partner_id = place.partner_id from locations place
  where place.id = scans.location_id and scans.partner_id is null and place.partner_id is not null;

update clicks set partner_id = place.partner_id from locations place
  where place.id = clicks.location_id and clicks.partner_id is null and place.partner_id is not null;

update clicks set commission_rate = listing.commission_rate, price_range = listing.price_range from listings listing
  where listing.id = clicks.listing_id and clicks.commission_rate is null;

update bookings set partner_id = place.partner_id from locations place
  where place.id = bookings.location_id and bookings.partner_id is null and place.partner_id is not null;

-- As supplierOf does (server/features/links/links.ts).
update bookings set supplier = coalesce(lower(left(case bookings.platform
    when 'fareharbor' then substring(click.url from '(?i)^https://[^/]+/embeds/[a-z-]+/([a-z0-9_-]+)')
    when 'external' then substring(click.url from '(?i)^https://(?:www\.)?([^/?#:]+)')
  end, 100)), '') from clicks click
  where click.id = bookings.click_id and bookings.supplier = '' and bookings.platform <> 'viator';

update events set location_id = place.id, partner_id = place.partner_id
  from qr_codes code join locations place on place.id = code.location_id
  where code.id = events.qr_code_id and events.location_id is null;

-- Every day is counted again, for what it now knows.
insert into rollup_marks select distinct starts_at from rollups where grain = 'hour' and dimension = 'total';
