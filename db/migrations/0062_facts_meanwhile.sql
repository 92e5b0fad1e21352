-- outside a transaction
-- What processes of the version before have written between 0050 and the triggers of 0061, which 0051 can have missed: once more.
-- Each statement may be run again. Theirs are told by what ours always say; each change has its hour counted again.

with filled as (
  update scans set partner_id = place.partner_id from locations place
    where place.id = scans.location_id and scans.partner_id is null and place.partner_id is not null
      and scans.device_class = 'unknown' and scans.fetch_site is null and scans.network_hash is null
      and scans.scanned_at > (select applied_at from migrations where name = '0050_frozen_facts.sql')
    returning scanned_at)
insert into rollup_marks select distinct date_trunc('hour', scanned_at, 'UTC') from filled;

-- A click's partner is that of the scan it names, whoever wrote it.
with filled as (
  update clicks set partner_id = scan.partner_id from scans scan
    where scan.id = clicks.scan_id and clicks.partner_id is null and scan.partner_id is not null
      and clicks.clicked_at > (select applied_at from migrations where name = '0050_frozen_facts.sql')
    returning clicked_at)
insert into rollup_marks select distinct date_trunc('hour', clicked_at, 'UTC') from filled;

update clicks set commission_rate = listing.commission_rate, price_range = listing.price_range from listings listing
  where listing.id = clicks.listing_id and clicks.commission_rate is null
    and clicks.clicked_at > (select applied_at from migrations where name = '0050_frozen_facts.sql');

-- Its triggers mark the hours.
update bookings set partner_id = click.partner_id from clicks click
  where click.id = bookings.click_id and bookings.partner_id is null and click.partner_id is not null
    and bookings.booked_at > (select applied_at from migrations where name = '0050_frozen_facts.sql');

update bookings set supplier = coalesce(lower(left(case bookings.platform
    when 'fareharbor' then substring(click.url from '(?i)^https://[^/]+/embeds/[a-z-]+/([a-z0-9_-]+)')
    when 'external' then substring(click.url from '(?i)^https://(?:www\.)?([^/?#:]+)')
  end, 100)), '') from clicks click
  where click.id = bookings.click_id and bookings.supplier = '' and bookings.platform <> 'viator'
    and bookings.booked_at > (select applied_at from migrations where name = '0050_frozen_facts.sql');
