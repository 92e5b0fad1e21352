-- Statements of booking platforms: which of their columns are what, each file that was taken up, and each of its rows as it came.

-- The newest map of a header and a platform counts; what it was read by before stays.
create table statement_maps (
  id integer generated always as identity primary key,
  platform text not null check (platform in ('fareharbor', 'viator', 'getyourguide', 'operator')),
  -- SHA-256 of the names of its columns.
  header_digest bytea not null check (octet_length(header_digest) = 32),
  -- Names of columns by what they are.
  columns jsonb not null,
  supplier text check (length(supplier) <= 100),
  dates text not null check (dates in ('month_first', 'day_first')),
  decimals text not null check (decimals in ('point', 'comma')),
  currency text check (currency ~ '^[A-Z]{3}$'),
  created_by uuid not null references users,
  created_at timestamptz not null
);
create index statement_maps_by_header on statement_maps (header_digest, id desc);

create table statement_imports (
  id integer generated always as identity primary key,
  file_name text not null check (length(file_name) between 1 and 200),
  sha256 bytea not null check (octet_length(sha256) = 32),
  header text[] not null,
  row_count integer not null check (row_count between 1 and 100000),
  map_id integer references statement_maps,
  state text not null check (state in ('unmapped', 'reading', 'previewed', 'applying', 'applied')),
  -- The file, until all of its rows are kept.
  upload_id uuid references uploads,
  -- The long work that was begun for it last.
  work_id uuid,
  created_by uuid not null references users,
  created_at timestamptz not null,
  applied_at timestamptz,
  check ((state = 'unmapped') = (map_id is null)),
  check ((state = 'applied') = (applied_at is not null))
);
create index statement_imports_by_time on statement_imports (created_at, id);
-- What is forgotten in time.
create index statement_imports_unapplied on statement_imports (created_at) where state in ('unmapped', 'reading', 'previewed');

create table statement_rows (
  import_id integer not null references statement_imports on delete cascade,
  -- As a spreadsheet numbers it: the header is the first.
  number integer not null check (number > 1),
  -- As they came. Once the row was applied or left out, those alone that a map names.
  cells text[] not null,
  -- What it tells, as it was read.
  platform text,
  supplier text,
  reference text,
  status text check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- US cents, where they can be believed.
  amount_cents integer,
  commission_cents integer,
  currency text,
  travel_date date,
  -- Tells whether the same file has told the same before.
  digest bytea,
  fault_column text,
  fault text,
  outcome text check (outcome in ('matched', 'amount_differs', 'state_differs', 'cancelled', 'already_known', 'in_doubt',
    'unmatched', 'unreadable')),
  -- Another import of the same file has told it.
  is_repeated boolean not null default false,
  applied_at timestamptz,
  booking_id uuid references bookings,
  primary key (import_id, number),
  check ((fault is null) = (fault_column is null))
);
create index statement_rows_by_outcome on statement_rows (import_id, outcome, number);
create index statement_rows_by_digest on statement_rows (digest) where applied_at is not null;
-- The newest that a platform has said of a booking.
create index statement_rows_told on statement_rows (platform, supplier, reference, import_id, number) where applied_at is not null;

grant select, insert on statement_maps to holoholo_app;
grant select, insert, delete, update (map_id, state, upload_id, work_id, applied_at) on statement_imports to holoholo_app;
grant select, insert, delete, update (cells, platform, supplier, reference, status, amount_cents, commission_cents, currency,
  travel_date, digest, fault_column, fault, outcome, is_repeated, applied_at, booking_id) on statement_rows to holoholo_app;
