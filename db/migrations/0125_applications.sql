-- What strangers send through the form at /apply. Administrators alone read it; nothing here is a tenant's.
create table applications (
  id uuid primary key default gen_random_uuid(),
  stakeholder_type text not null check (stakeholder_type in ('partner', 'advertiser')),
  partner_type text,
  organization_name text not null,
  contact_name text not null,
  email text not null,
  -- The address without tags and dots that lead to the same mailbox.
  mailbox text not null,
  phone text,
  website text,
  address text,
  message text,
  language text not null,
  -- Whether a field was filled in that people do not see.
  is_trapped boolean not null,
  -- A keyed hash of the network it came from: of an IPv4 /24, of an IPv6 /48.
  network_key bytea not null,
  state text not null default 'new' check (state in ('new', 'invited', 'declined')),
  created_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  decision_reason text,
  invitation_id uuid references invitations on delete set null,
  check ((state = 'new') = (decided_at is null)),
  check ((partner_type is not null) = (stakeholder_type = 'partner'))
);
create index applications_by_age on applications (created_at, id);
create index applications_new on applications (created_at) where state = 'new';
create index applications_by_network on applications (network_key, created_at);
create index applications_by_mailbox on applications (mailbox);
create index applications_by_organization on applications (lower(organization_name));
create index applications_by_end on applications (coalesce(decided_at, created_at));
grant select, insert, delete, update (state, decided_at, decided_by, decision_reason, invitation_id) on applications to holoholo_app;
