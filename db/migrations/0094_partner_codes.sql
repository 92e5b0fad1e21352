-- Codes that partners ask for, and how many each may have.

alter table organisations add column qr_codes_limit integer not null default 10 check (qr_codes_limit between 0 and 10000);

create table qr_requests (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  -- Null where the account was erased.
  requested_by uuid references users on delete set null,
  request_type text not null check (request_type in ('new_location', 'replacement')),
  location_name text not null check (location_name <> ''),
  location_description text not null,
  location_address text not null,
  latitude double precision check (latitude between -90 and 90),
  longitude double precision check (longitude between -180 and 180),
  -- What the code is called beside others of its place: lobby, room, breakfast.
  label text,
  -- The place of one's own that gets a further code; null where there is none yet.
  location_id integer references locations,
  -- The code that is to be replaced.
  replaces integer references qr_codes,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  decision_reason text,
  -- The code that the approval made.
  qr_code_id integer references qr_codes,
  check ((latitude is null) = (longitude is null)),
  check ((request_type = 'replacement') = (replaces is not null)),
  check ((status = 'pending') = (decided_at is null)),
  check ((status = 'approved') = (qr_code_id is not null))
);
create index qr_requests_by_organisation on qr_requests (organisation_id, created_at desc);
create index qr_requests_by_age on qr_requests (created_at, id);
create index qr_requests_pending on qr_requests (created_at) where status = 'pending';
-- Of one code one replacement is asked for at a time.
create unique index qr_requests_of_a_code on qr_requests (replaces) where status = 'pending';
create index qr_requests_by_code on qr_requests (qr_code_id) where qr_code_id is not null;
create index qr_requests_by_place on qr_requests (location_id) where location_id is not null;

grant select, insert, update (status, decided_at, decided_by, decision_reason, qr_code_id) on qr_requests to holoholo_app;

create policy application on qr_requests to holoholo_app using (true) with check (true);
create policy own on qr_requests to holoholo_tenant using (organisation_id = (select tenant_organisation()))
  with check (organisation_id = (select tenant_organisation())
    and (location_id is null or location_id in (select id from locations where organisation_id = (select tenant_organisation()))));
grant select, insert on qr_requests to holoholo_tenant;
alter table qr_requests enable row level security;

-- A partner's own figures are read behind the wall: until when they stand in the rollups is nobody's secret.
grant select on rollup_state to holoholo_tenant;
create policy application on events to holoholo_app using (true) with check (true);
create policy at_own_places on events for select to holoholo_tenant using (partner_id in
  (select owner_id from organisations where id = (select tenant_organisation()) and kind = 'partner'));
grant select (received_at, event_type, audience, listing_id, location_id, partner_id, data) on events to holoholo_tenant;
alter table events enable row level security;
