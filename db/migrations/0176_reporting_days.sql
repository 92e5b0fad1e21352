-- What came without a code is of no place, so places alone do not add up to the screens' figures.
create view reporting.days as
  select (starts_at at time zone 'Pacific/Honolulu')::date as day, scans, scans_raw, impressions, openings, clicks, bookings_pending,
    bookings_confirmed, bookings_completed, bookings_cancelled, confirmed_cents
  from public.rollups where grain = 'day' and dimension = 'total';

-- Whoever became a partner without a name of their own has an organisation that is called by their address.
create or replace view reporting.organisations as
  select id as organisation_id, kind,
    case when not exists (select from public.users u where u.id = o.owner_id and u.email::text = o.name) then o.name end as name,
    partner_type, tier, state, created_at
  from public.organisations o;

do $$
begin
  if exists (select from pg_roles where rolname = 'holoholo_reader') then
    grant select on reporting.days to holoholo_reader;
  end if;
end $$;
