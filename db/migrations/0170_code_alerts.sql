-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- The watch over printed codes: one that nobody scans any more, and one that is scanned far from its place.

-- Behind a long reader of them every scan would wait: it is tried again instead.
set lock_timeout = '2s';
-- Since when a code leads where it does, without a pause; null where that is since it was made.
alter table qr_codes add column if not exists led_since timestamptz;
-- Of a scan whose visitor shared their position: whether that was far from the place.
alter table scans add column if not exists far boolean;
set lock_timeout = '10min';

update qr_codes c set led_since = changed.at from (
  select subject_id, max(recorded_at) as at from audit_entries where subject_kind = 'qr_code' and action = 'qr_code_changed'
  group by subject_id) changed
  where changed.subject_id = c.id::text and c.led_since is null;

create index concurrently if not exists scans_far on scans (scanned_at) where far;
create index concurrently if not exists scans_with_position on scans (qr_code_id, scanned_at) where far is not null;

-- What a scan of an erased account had said of itself goes with the rest.
create or replace function forget_scans_of(person uuid) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare changed integer; begin
  if not is_erased(person) then raise exception 'no erased account' using errcode = 'insufficient_privilege'; end if; update scans
    set landing = null, device = null, network_hash = null, far = null where visit_id in (select id from visits where user_id = person)
      and (landing is not null or device is not null or network_hash is not null or far is not null); get diagnostics changed
    = row_count; return changed; end $$;

-- What the watch has found: one row from when it was found until it is over. It holds nothing of a visitor.
create table if not exists code_alerts (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('quiet', 'far')),
  location_id integer not null references locations,
  -- Null where no code of the place is scanned any more.
  qr_code_id integer references qr_codes,
  -- The last scan of what is quiet, the first that was far away.
  since timestamptz not null,
  -- How many different visits were far away when it was looked at last.
  visits integer,
  opened_at timestamptz not null,
  ended_at timestamptz,
  check (kind = 'quiet' or qr_code_id is not null),
  check ((kind = 'far') = (visits is not null))
);
create unique index if not exists code_alerts_open on code_alerts (location_id, kind, qr_code_id) nulls not distinct
  where ended_at is null;
create index if not exists code_alerts_by_end on code_alerts (ended_at) where ended_at is not null;
grant select, insert, delete, update (visits, ended_at) on code_alerts to holoholo_app;
grant select on code_alerts to holoholo_tenant;
drop policy if exists application on code_alerts;
create policy application on code_alerts to holoholo_app using (true) with check (true);
drop policy if exists own on code_alerts;
create policy own on code_alerts for select to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
alter table code_alerts enable row level security;

-- How many scans of an hour were of codes that none of our keys made: near to one of ours, or invented. In parts, so that many at once
-- rarely wait for each other.
create table if not exists wrong_codes (
  hour timestamptz not null,
  part smallint not null,
  mistyped integer not null,
  invented integer not null,
  primary key (hour, part)
) with (fillfactor = 50);
grant select, insert, delete, update (mistyped, invented) on wrong_codes to holoholo_app;
