-- A place may be made before anybody knows where it is: it is in lists then, and not on the map.
alter table locations alter column latitude drop not null, alter column longitude drop not null;
alter table locations add constraint locations_position check ((latitude is null) = (longitude is null));

-- A deleted place is set aside: nobody's, and no guest's, with whose it was so that the deletion can be undone.
alter table locations add column deleted_at timestamptz, add column organisation_before uuid references organisations;
alter table locations add constraint locations_deleted check (
  case when deleted_at is null then organisation_before is null else organisation_id is null end);
-- The administrators' list in its usual order.
create index locations_by_name on locations ((left(searchable(name), 32) collate "C"), id) where deleted_at is null;

-- Rows that an administrator has sent to become places and codes; the same rows are one batch, however often they are sent.
create table location_batches (
  id integer generated always as identity primary key,
  -- SHA-256 of the rows.
  digest bytea not null unique check (octet_length(digest) = 32),
  -- What its print file is.
  format text not null,
  paper text not null,
  language text not null,
  -- The long work that was begun for it last.
  work_id uuid,
  created_by uuid references users on delete set null,
  created_at timestamptz not null
);
create index location_batches_by_time on location_batches (created_at, id);

create table location_batch_rows (
  batch_id integer not null references location_batches on delete cascade,
  number integer not null check (number >= 1),
  name text not null,
  description text not null,
  address text not null,
  latitude double precision,
  longitude double precision,
  organisation_id uuid references organisations,
  -- What has been made of it: both at once.
  location_id integer references locations,
  qr_code_id integer references qr_codes,
  primary key (batch_id, number),
  check ((location_id is null) = (qr_code_id is null))
);

grant select, insert, update on location_batches, location_batch_rows to holoholo_app;
