-- A sign-in with an identity provider, from leaving this site until coming back: reached by a cookie, used once whatever the
-- outcome. Verifier, nonce and state are derived from the cookie's token, so a copy of this table opens nothing.
create table sign_in_transactions (
  token_hash bytea primary key,
  -- Sealed with a key derived from the cookie's token, as the database holds invitations as hashes only.
  sealed_invitation bytea,
  redirect text,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index sign_in_transactions_by_expiry on sign_in_transactions (expires_at);

-- Who somebody is at an identity provider. The key is issuer and subject, never the address, which changes hands.
create table user_identities (
  issuer text not null,
  subject text not null check (length(subject) between 1 and 255),
  user_id uuid not null references users on delete cascade,
  -- The provider's address at the time it was tied, for people to read.
  email text not null,
  created_at timestamptz not null,
  last_used_at timestamptz not null,
  primary key (issuer, subject),
  -- An account has one owner at each provider: tying another ends the one before.
  unique (user_id, issuer)
);

-- A provider's account whose address is not proven yet: tied when the same browser redeems an e-mail link to that address.
create table pending_identities (
  token_hash bytea primary key,
  issuer text not null,
  subject text not null,
  email text not null,
  created_at timestamptz not null,
  expires_at timestamptz not null
);
create index pending_identities_by_expiry on pending_identities (expires_at);

-- What a person's list of sessions shows and ends; the token's hash stays inside.
alter table sessions add column id uuid not null default gen_random_uuid() unique;

-- When the setting ADMIN_EMAILS made this user an admin: it does so once, so that taking the role away holds.
alter table users add column admin_by_setting_at timestamptz;

grant select, insert, delete on sign_in_transactions, pending_identities to holoholo_app;
grant select, insert, update, delete on user_identities to holoholo_app;
