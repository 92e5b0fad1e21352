create table users (
  id uuid primary key default gen_random_uuid(),
  email text not null unique check (email = lower(email) and length(email) <= 254),
  name text,
  given_name text,
  picture text,
  created_at timestamptz not null default now()
);

-- The role is free text: an earlier system's roles may be stored, and are migrated when their owner signs in.
create table profiles (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null unique references users on delete cascade,
  role text not null default 'traveler',
  partner_type text,
  organization_name text,
  phone text,
  location text,
  is_active boolean not null default true,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);

-- Tokens are kept as SHA-256 only, so that a copy of the database opens no account.
create table sessions (
  token_hash bytea primary key,
  user_id uuid not null references users on delete cascade,
  created_at timestamptz not null,
  last_seen_at timestamptz not null,
  idle_expires_at timestamptz not null,
  expires_at timestamptz not null,
  user_agent text
);
create index sessions_by_user on sessions (user_id);

create table magic_links (
  id uuid primary key default gen_random_uuid(),
  email text not null,
  token_hash bytea not null unique,
  -- Hash of a cookie of the browser that asked: that browser signs in at once, any other is asked to confirm.
  browser_hash bytea not null,
  visit_hash bytea,
  network text not null,
  redirect text,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  voided_at timestamptz
);
create index magic_links_by_email on magic_links (email, created_at);
create index magic_links_by_network on magic_links (network, created_at);

grant select, insert, update on users, profiles, magic_links to holoholo_app;
grant select, insert, update, delete on sessions to holoholo_app;
