-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What partners' bookings brought by platform has keys of two parts, as partner_listing has.
alter table rollups drop constraint if exists rollups_dimension_check,
  add constraint rollups_dimension_check check (dimension in ('total', 'code', 'place', 'partner', 'listing', 'platform',
    'event', 'partner_listing', 'partner_platform', 'campaign_place')) not valid;
alter table rollups validate constraint rollups_dimension_check;

alter policy own on rollups using (case dimension
  when 'partner' then key in (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'partner_listing' then split_part(key, '/', 1) in
    (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'partner_platform' then split_part(key, '/', 1) in
    (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'place' then key in (select id::text from locations where organisation_id = (select tenant_organisation()))
  when 'code' then key in (select c.id::text from qr_codes c join locations p on p.id = c.location_id
    where p.organisation_id = (select tenant_organisation()))
  when 'listing' then key in (select id::text from listings where organisation_id = (select tenant_organisation()))
  else false end);

-- What bookings earn whose amount is told, by the Hawaiian day on which they were booked, added up with the rollups of the day. It tells
-- what platforms pay, and is no tenant's.
create table if not exists earned_days (
  day timestamptz primary key,
  told integer not null,
  told_cents bigint not null,
  partner_cents bigint not null,
  platform_cents bigint not null
);
grant select, insert, delete on earned_days to holoholo_app;

-- A commission may change where its booking does not, as by a decision on a hold. What becomes payable earns what it did.
create or replace function mark_earned_hours() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks values (date_trunc('hour', new.booked_at, 'UTC'), false); return null; end $$;
revoke execute on function mark_earned_hours from public;
create or replace trigger commissions_mark_hours after update on commissions for each row
  when ((old.partner_cents, old.platform_cents, old.basis in ('pending', 'earned')) is distinct from
    (new.partner_cents, new.platform_cents, new.basis in ('pending', 'earned')))
  execute function mark_earned_hours();

-- The past is added up once more, for what it now knows.
insert into rollup_marks select distinct starts_at, false from rollups where grain = 'hour' and dimension = 'platform';

create index concurrently if not exists reviews_by_stars on reviews (created_at) include (rating, booking_id) where not hidden;
