-- Files that people have sent, each checked as it came. The bytes lie in DATA_DIR/uploads, in a file named by the id. What takes one up
-- says so in claimed_at, and deletes the row when it needs the file no more; a file without a row goes with the tidying.
create table uploads (
  id uuid primary key,
  purpose text not null check (purpose ~ '^[a-z][a-z-]{1,39}$'),
  -- Who sent it, and for which organisation, whose it then is.
  user_id uuid not null references users,
  organisation_id uuid references organisations,
  name text not null check (length(name) between 1 and 200),
  bytes bigint not null check (bytes > 0),
  media_type text not null,
  sha256 bytea not null check (octet_length(sha256) = 32),
  created_at timestamptz not null,
  expires_at timestamptz not null,
  claimed_at timestamptz
);
create index uploads_unclaimed on uploads (expires_at) where claimed_at is null;
grant select, delete on uploads to holoholo_app;
grant select, insert, update (claimed_at) on uploads to holoholo_tenant;

create policy application on uploads to holoholo_app using (true) with check (true);
create policy own on uploads for select to holoholo_tenant using (case when organisation_id is null
  then user_id = (select tenant_person()) else organisation_id = (select tenant_organisation()) end);
create policy claimed on uploads for update to holoholo_tenant using (case when organisation_id is null
  then user_id = (select tenant_person()) else organisation_id = (select tenant_organisation()) end);
create policy sent on uploads for insert to holoholo_tenant with check (
  user_id = (select tenant_person()) and organisation_id is not distinct from (select tenant_organisation()));
alter table uploads enable row level security;
