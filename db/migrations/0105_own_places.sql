-- An organisation orders what its places show, and hides of it what it likes; which listings a place has is the house's alone. `is_hidden`
-- stays the house's: what it hides, no partner shows.
alter table curated_listings add column hidden_by_partner boolean not null default false;
-- Of other places there is what guests see.
drop policy public on curated_listings;
create policy public on curated_listings for select to holoholo_tenant using (not is_hidden and not hidden_by_partner);
revoke insert, update, delete on curated_listings from holoholo_tenant;
grant update (position, hidden_by_partner) on curated_listings to holoholo_tenant;

-- What a place is called, its words and its picture are proposed, and hold once an administrator has approved them: nobody but the house
-- changes them.
revoke update on locations from holoholo_tenant;
grant update (address, latitude, longitude) on locations to holoholo_tenant;

create table place_proposals (
  id uuid primary key default gen_random_uuid(),
  location_id integer not null references locations on delete cascade,
  organisation_id uuid not null references organisations on delete cascade,
  proposed_by uuid references users on delete set null,
  -- Null is what stays as it is.
  name text,
  description text,
  has_picture boolean not null default false,
  -- A JPEG, until it was decided; then it is the place's, or gone.
  picture bytea,
  status text not null default 'pending' check (status in ('pending', 'approved', 'declined', 'withdrawn')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  decision_reason text,
  check (name is not null or description is not null or has_picture),
  check ((picture is not null) = (has_picture and status = 'pending')),
  check ((status = 'pending') = (decided_at is null))
);
create unique index place_proposals_pending on place_proposals (location_id) where status = 'pending';
create index place_proposals_by_place on place_proposals (location_id, created_at desc);
create index place_proposals_by_age on place_proposals (created_at, id);
create index place_proposals_by_organisation on place_proposals (organisation_id);
grant select, insert, update (status, picture, decided_at, decided_by, decision_reason) on place_proposals to holoholo_app;
create policy application on place_proposals to holoholo_app using (true) with check (true);
-- Of its own places, and nobody decides about their own: what waits is withdrawn.
create policy own on place_proposals to holoholo_tenant using (organisation_id = (select tenant_organisation()))
  with check (organisation_id = (select tenant_organisation()) and status in ('pending', 'withdrawn')
    and location_id in (select id from locations where organisation_id = (select tenant_organisation())));
grant select, insert (location_id, organisation_id, proposed_by, name, description, has_picture, picture, created_at),
  update (status, picture, decided_at) on place_proposals to holoholo_tenant;
alter table place_proposals enable row level security;

-- The picture of a place that came from its partner; `id` is the proposal's, and changes with the picture.
create table place_pictures (
  location_id integer primary key references locations on delete cascade,
  id uuid not null unique,
  picture bytea not null
);
grant select, insert, update (id, picture), delete on place_pictures to holoholo_app;
