-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What a partner's bookings earn whose amount is told, by the Hawaiian day on which they were booked, by code and place, added up with the
-- rollups of the day: a year of a large partner's has many more bookings than days.
create table if not exists partner_earned_days (
  day timestamptz not null,
  organisation_id uuid not null references organisations,
  qr_code_id integer,
  location_id integer,
  told integer not null,
  told_cents bigint not null,
  earning integer not null,
  cents bigint not null,
  unique nulls not distinct (day, organisation_id, qr_code_id, location_id)
);
create index if not exists partner_earned_days_by_organisation on partner_earned_days (organisation_id, day);
grant select, insert, delete on partner_earned_days to holoholo_app;
grant select on partner_earned_days to holoholo_tenant;
drop policy if exists application on partner_earned_days;
create policy application on partner_earned_days to holoholo_app using (true) with check (true);
drop policy if exists own on partner_earned_days;
create policy own on partner_earned_days for select to holoholo_tenant using (organisation_id = (select tenant_organisation()));
alter table partner_earned_days enable row level security;

-- The past is added up once more, for what it now knows; until then it is read from the bookings.
insert into rollup_marks select distinct starts_at, false from rollups where grain = 'hour' and dimension = 'partner_platform';

-- How quickly requests were answered is added up by months that are over as well.
alter table request_metrics drop constraint if exists request_metrics_grain_check,
  add constraint request_metrics_grain_check check (grain in ('minute', 'hour', 'day', 'month')) not valid;
alter table request_metrics validate constraint request_metrics_grain_check;

-- Scans of an hour, or the newest of a day: by their blocks (scans_by_time) all ranges of blocks were looked at, and a whole day was put in order.
create index concurrently if not exists scans_by_instant on scans (scanned_at, id);
