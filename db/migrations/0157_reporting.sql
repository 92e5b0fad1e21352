-- What tools of the house's own may read: views that hold no person, and a role that reads these and nothing else (docs/operating.md).
-- Whoever owns the tables owns the views, so the role needs no right on any table, and no policy of theirs stands in its way.
create schema reporting;

-- Figures come from the rollups, whose one definition they have; what is not added up yet is not in them. Days are Hawaiʻi's.
create view reporting.places_by_day as
  select (starts_at at time zone 'Pacific/Honolulu')::date as day, case dimension when 'place' then key::integer end as place_id,
    scans, scans_raw, openings, clicks, bookings_pending, bookings_confirmed, bookings_completed, bookings_cancelled, confirmed_cents
  from public.rollups where grain = 'day' and dimension = 'place';

create view reporting.listings_by_day as
  select (starts_at at time zone 'Pacific/Honolulu')::date as day, case dimension when 'listing' then key::integer end as listing_id,
    impressions, openings, clicks, bookings_pending, bookings_confirmed, bookings_completed, bookings_cancelled, confirmed_cents
  from public.rollups where grain = 'day' and dimension = 'listing';

create view reporting.events_by_day as
  select (starts_at at time zone 'Pacific/Honolulu')::date as day, key as event_type, events
  from public.rollups where grain = 'day' and dimension = 'event';

create view reporting.clicks as
  select c.id as click_id, c.clicked_at, (c.clicked_at at time zone 'Pacific/Honolulu')::date as day, c.platform, c.listing_id,
    c.location_id as place_id, o.id as partner_id, c.commission_rate
  from public.clicks c left join public.organisations o on o.kind = 'partner' and o.owner_id = c.partner_id;

create view reporting.bookings as
  select b.id as booking_id, b.booked_at, (b.booked_at at time zone 'Pacific/Honolulu')::date as day, b.platform, b.status,
    b.amount_cents, b.estimated, b.listing_id, b.location_id as place_id, o.id as partner_id, b.check_in_date as check_in,
    b.check_out_date as check_out, b.guest_count as guests, b.language
  from public.bookings b left join public.organisations o on o.kind = 'partner' and o.owner_id = b.partner_id;

create view reporting.commissions as
  select booking_id, organisation_id as partner_id, state, basis, amount_cents, partner_cents, platform_cents, travel_day, payable_on,
    paid_out_cents, due_cents
  from public.commissions;

create view reporting.ledger_entries as
  select e.id as entry_id, e.posted_at, (e.posted_at at time zone 'Pacific/Honolulu')::date as day, e.kind, e.cents,
    f.kind as from_kind, f.state as from_state, f.organisation_id as from_organisation_id, f.platform as from_platform,
    t.kind as to_kind, t.state as to_state, t.organisation_id as to_organisation_id, t.platform as to_platform,
    e.booking_id, e.payout_id, e.campaign_id, e.invoice_id, e.reverses
  from public.ledger_entries e join public.ledger_accounts f on f.id = e.from_account join public.ledger_accounts t on t.id = e.to_account;

create view reporting.listings as
  select id as listing_id, name, category, subcategory, price_range, commission_rate, rating, review_count, is_active, is_featured,
    organisation_id as advertiser_id, latitude, longitude, created_at, deleted_at
  from public.listings;

create view reporting.places as
  select id as place_id, name, island, latitude, longitude, organisation_id as partner_id, created_at, deleted_at
  from public.locations;

create view reporting.organisations as
  select id as organisation_id, kind, name, partner_type, tier, state, created_at from public.organisations;

-- Names of this schema are nobody's but by these grants. PostgreSQL lets everybody look into schema public, and so call its functions.
revoke usage on schema public from public;

-- Roles belong to the whole server, so another database may have made it. Where the owner may make none, `npm run db -- reader` says what
-- an administrator does; nothing else needs the role.
do $$
begin
  create role holoholo_reader nologin;
exception when duplicate_object or unique_violation or insufficient_privilege then null;
end $$;
do $$
begin
  if exists (select from pg_roles where rolname = 'holoholo_reader') then
    grant usage on schema reporting to holoholo_reader;
    grant select on all tables in schema reporting to holoholo_reader;
  end if;
end $$;
