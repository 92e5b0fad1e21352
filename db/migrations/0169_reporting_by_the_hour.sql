-- Views for other tools say when by the hour alone: beside an export of rows, in which a booking has another name, an instant to the
-- microsecond would tell which booking a row is.
create or replace view reporting.clicks as
  select c.id as click_id, date_trunc('hour', c.clicked_at, 'UTC') as clicked_at,
    (c.clicked_at at time zone 'Pacific/Honolulu')::date as day, c.platform, c.listing_id,
    c.location_id as place_id, o.id as partner_id, c.commission_rate
  from public.clicks c left join public.organisations o on o.kind = 'partner' and o.owner_id = c.partner_id;

create or replace view reporting.bookings as
  select b.id as booking_id, date_trunc('hour', b.booked_at, 'UTC') as booked_at,
    (b.booked_at at time zone 'Pacific/Honolulu')::date as day, b.platform, b.status,
    b.amount_cents, b.estimated, b.listing_id, b.location_id as place_id, o.id as partner_id, b.check_in_date as check_in,
    b.check_out_date as check_out, b.guest_count as guests, b.language
  from public.bookings b left join public.organisations o on o.kind = 'partner' and o.owner_id = b.partner_id;

create or replace view reporting.ledger_entries as
  select e.id as entry_id, date_trunc('hour', e.posted_at, 'UTC') as posted_at,
    (e.posted_at at time zone 'Pacific/Honolulu')::date as day, e.kind, e.cents,
    f.kind as from_kind, f.state as from_state, f.organisation_id as from_organisation_id, f.platform as from_platform,
    t.kind as to_kind, t.state as to_state, t.organisation_id as to_organisation_id, t.platform as to_platform,
    e.booking_id, e.payout_id, e.campaign_id, e.invoice_id, e.reverses
  from public.ledger_entries e join public.ledger_accounts f on f.id = e.from_account join public.ledger_accounts t on t.id = e.to_account;
