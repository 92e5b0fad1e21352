-- What the onboarding and the profile form ask, and what an invitation allowed.
alter table profiles
  add column interests text[] not null default '{}',
  add column preferences jsonb not null default '{}',
  -- Null: what the role may do by default.
  add column permissions text[],
  -- Null while the onboarding has not been finished.
  add column onboarded_at timestamptz;

-- Invitations of partners and advertisers. Of the token its hash only, as of every other.
create table invitations (
  id uuid primary key default gen_random_uuid(),
  token_hash bytea not null unique check (length(token_hash) = 32),
  invited_email text not null check (invited_email = lower(invited_email) and length(invited_email) <= 254),
  stakeholder_type text not null check (stakeholder_type in ('partner', 'advertiser')),
  organization_name text not null,
  partner_type text check ((partner_type is not null) = (stakeholder_type = 'partner')),
  notes text,
  permissions text[] not null,
  invited_by uuid references users on delete set null,
  created_at timestamptz not null,
  -- Of the newest mail; a new mail has a new token.
  sent_at timestamptz not null,
  sent_count integer not null default 1,
  expires_at timestamptz not null,
  accepted_at timestamptz,
  accepted_by uuid references users on delete set null,
  revoked_at timestamptz,
  -- When it stopped standing in the way of another invitation of the address: accepted, revoked, or followed by a newer one.
  closed_at timestamptz
);
create unique index invitations_open_by_email on invitations (invited_email) where closed_at is null;
create index invitations_by_age on invitations (created_at desc);

grant select, insert, update on invitations to holoholo_app;
