-- What cannot be known later is kept as it was when it happened. None of it refers to another table: it outlives what it names, and
-- costs a scan no look at one.

alter table scans
  -- The user id of whoever handed out the place's codes then: a place that changes hands leaves its past with them.
  add column partner_id uuid,
  -- The click ids of paid traffic and the campaign names in the address that the code opened, from a closed list.
  add column landing jsonb,
  -- What the browser said of where it came from.
  add column fetch_site text,
  -- Tells scans of one network from others within a month; names none once that month's key is gone.
  add column network_hash bytea,
  add column device_class text not null default 'unknown',
  add constraint scans_fetch_site check (fetch_site in ('none', 'same-origin', 'same-site', 'cross-site')) not valid,
  add constraint scans_device_class check (device_class in ('phone', 'tablet', 'desktop', 'bot', 'unknown')) not valid;

alter table clicks
  -- Of the credited scan.
  add column partner_id uuid,
  -- What the listing paid and what it stood for when its link was followed; null of a click from before these were kept.
  add column commission_rate numeric(3, 2),
  add column price_range text;

alter table bookings
  add column partner_id uuid,
  -- Within its platform: who numbers the references. Empty where the platform itself does.
  add column supplier text not null default '',
  -- A click may lead to several bookings: the first is the one that its report made.
  add column click_ordinal smallint not null default 1,
  add constraint bookings_click_ordinal check (click_ordinal >= 1) not valid,
  drop constraint bookings_click_id_key,
  add constraint bookings_click_id_key unique (click_id, click_ordinal),
  drop constraint bookings_platform_reference_key,
  add constraint bookings_platform_reference_key unique (platform, supplier, reference);

alter table events
  -- Where the code stood then, and whose place that was.
  add column location_id integer,
  add column partner_id uuid;

alter table rollups
  add column impressions integer not null default 0,
  add column openings integer not null default 0,
  -- Impressions and openings by programs.
  add column bot_views integer not null default 0,
  drop constraint rollups_dimension_check,
  -- The last two have keys of two parts, as `partner/listing`. Campaigns are still to come.
  add constraint rollups_dimension_check check (dimension in ('total', 'code', 'place', 'partner', 'listing', 'platform',
    'event', 'partner_listing', 'campaign_place')) not valid;

-- A partner's figures no longer follow a place.
drop trigger moved_places_mark_hours on locations;
drop function mark_hours_of_moved_places();

-- When a visit last had a listing of a list in sight, so that it counts once in ten minutes, and the database settles two at once.
-- Of the moment: after a crash one counts twice.
create unlogged table counted_impressions (
  visit_id bigint not null,
  list text not null,
  listing_id integer not null,
  counted_at timestamptz not null,
  primary key (visit_id, list, listing_id)
);
create index counted_impressions_by_age on counted_impressions (counted_at);

-- What the networks of scans are hashed with, another one each month. Forgetting a key forgets what networks its scans came from,
-- without a look at one of them.
create table network_keys (
  month text primary key,
  key bytea not null
);

grant select, insert, update, delete on counted_impressions to holoholo_app;
grant select, insert, delete on network_keys to holoholo_app;
