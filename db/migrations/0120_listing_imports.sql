-- Lists of experiences that administrators send. Each row is checked and written down here before anything of the guide is changed; a
-- row that is done says so, so that what broke off goes on where it was.
create table listing_imports (
  id integer generated always as identity primary key,
  file_name text not null check (length(file_name) between 1 and 200),
  header text[] not null,
  -- What makes it the same header as another's, whose columns are known.
  header_digest bytea not null check (octet_length(header_digest) = 32),
  -- The beginnings of the cells of the first rows.
  sample jsonb not null,
  -- Which column is which field.
  columns jsonb not null,
  row_count integer not null check (row_count between 1 and 10000),
  state text not null check (state in ('unmapped', 'checking', 'checked', 'importing', 'imported')),
  -- The file, until its rows are imported.
  upload_id uuid references uploads,
  -- The long work that was begun for it last.
  work_id uuid,
  created_by uuid not null references users,
  created_at timestamptz not null,
  check ((state = 'imported') = (upload_id is null))
);
create index listing_imports_by_time on listing_imports (created_at);
create index listing_imports_by_header on listing_imports (header_digest, id);

create table listing_import_rows (
  import_id integer not null references listing_imports on delete cascade,
  -- As a spreadsheet numbers it: the header is the first.
  number integer not null check (number > 1),
  outcome text not null check (outcome in ('new', 'changed', 'unchanged', 'wrong', 'changed_meanwhile')),
  name text not null,
  -- The listing that it is about, or has become.
  listing_id integer,
  -- The version of that listing that the row was compared with.
  replaces text,
  -- What the listing is to hold, until it does.
  content jsonb,
  -- Each a column, what is wrong with it, and what stands there.
  faults jsonb not null,
  imported_at timestamptz,
  primary key (import_id, number),
  check ((outcome = 'wrong') = (faults <> '[]')),
  check (content is null or (outcome in ('new', 'changed') and imported_at is null))
);
create index listing_import_rows_by_outcome on listing_import_rows (import_id, outcome, number);

grant select, insert, delete, update (columns, state, upload_id, work_id) on listing_imports to holoholo_app;
grant select, insert, delete, update (outcome, listing_id, content, imported_at) on listing_import_rows to holoholo_app;
