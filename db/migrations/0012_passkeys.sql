-- Until when a session counts as confirmed with a passkey.
alter table sessions add column confirmed_until timestamptz;

create table passkeys (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users on delete cascade,
  -- As the browser names it, base64url.
  credential_id text not null unique check (length(credential_id) between 1 and 1400),
  -- COSE key.
  public_key bytea not null,
  -- How often the authenticator was used, where it counts; it never goes back.
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  backed_up boolean not null,
  name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz
);
create index passkeys_by_user on passkeys (user_id);

-- The challenge a session was given last for each purpose. Read by deleting it, so that it serves once.
create table passkey_challenges (
  session_hash bytea not null references sessions on delete cascade,
  purpose text not null check (purpose in ('registration', 'confirmation')),
  challenge text not null,
  expires_at timestamptz not null,
  primary key (session_hash, purpose)
);

grant select, insert, update, delete on passkeys, passkey_challenges to holoholo_app;
