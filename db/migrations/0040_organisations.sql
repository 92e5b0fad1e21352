-- A partner or an advertiser is an organisation: its owner, and the staff that the owner invites.
create table organisations (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('partner', 'advertiser')),
  name text not null,
  -- As an invitation named it; of partners alone.
  partner_type text,
  owner_id uuid not null references users,
  state text not null default 'active' check (state in ('active', 'suspended')),
  created_at timestamptz not null default now(),
  unique (kind, owner_id),
  unique (id, kind)
);

create table members (
  organisation_id uuid not null,
  -- The organisation's, so that nobody is in two of a kind.
  kind text not null,
  user_id uuid not null references users on delete cascade,
  standing text not null check (standing in ('owner', 'staff')),
  -- The owner's are the organisation's; staff have what of these they were given.
  permissions text[] not null,
  joined_at timestamptz not null default now(),
  primary key (organisation_id, user_id),
  unique (user_id, kind),
  foreign key (organisation_id, kind) references organisations (id, kind) on delete cascade
);
create unique index members_one_owner on members (organisation_id) where standing = 'owner';

grant select, insert, update on organisations to holoholo_app;
grant select, insert, update, delete on members to holoholo_app;

-- What an organisation of a kind may do unless its invitation said otherwise: defaultPermissions of contract/profiles.ts.
create function permissions_of_kind(kind text) returns text[] language sql immutable parallel safe
  return case kind
    when 'partner' then array['partner_portal_access', 'qr_code_management', 'commission_tracking', 'performance_analytics',
      'partner_content_management']
    else array['content_management', 'campaign_management', 'advertiser_analytics', 'revenue_analytics']
  end;

-- The organisation of a kind that a person is a member of, made with them as its owner where there is none.
create function organisation_of(person uuid, wanted text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  theirs uuid;
begin
  select organisation_id into theirs from members where user_id = person and kind = wanted;
  if theirs is not null then return theirs; end if;
  -- Of two at once the second waits here for the first, and finds what it made.
  insert into organisations (kind, name, partner_type, owner_id)
    select wanted, coalesce(nullif(p.organization_name, ''), u.name, u.email),
      case when wanted = 'partner' then coalesce(p.partner_type, 'hotel') end, u.id
    from users u left join profiles p on p.user_id = u.id where u.id = person
    on conflict (kind, owner_id) do update set owner_id = excluded.owner_id
    returning id into theirs;
  insert into members (organisation_id, kind, user_id, standing, permissions)
    values (theirs, wanted, person, 'owner', permissions_of_kind(wanted)) on conflict do nothing;
  return theirs;
end $$;

-- Whoever is a partner or an advertiser has an organisation. What its owner's profile says of it, it says too.
create function profile_has_organisation() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  theirs uuid := organisation_of(new.user_id, new.role);
begin
  update organisations set name = coalesce(nullif(new.organization_name, ''), name),
      partner_type = case when kind = 'partner' then coalesce(new.partner_type, partner_type) end
    where id = theirs and owner_id = new.user_id;
  if not found then return null; end if;
  update members set permissions =
      array(select one from unnest(permissions_of_kind(new.role)) one where new.permissions is null or one = any(new.permissions))
    where organisation_id = theirs and user_id = new.user_id;
  update profiles set organization_name = new.organization_name
    where role = new.role and organization_name is distinct from new.organization_name and user_id in
      (select user_id from members where organisation_id = theirs and standing = 'staff');
  return null;
end $$;
create trigger profiles_have_organisations after insert or update of role, organization_name, partner_type, permissions on profiles
  for each row when (new.role in ('partner', 'advertiser')) execute function profile_has_organisation();

-- Staff whose role is taken from them leave with it.
create function staff_leave() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from members where user_id = new.user_id and kind = old.role and standing = 'staff';
  return null;
end $$;
create trigger staff_leave_with_their_role after update of role on profiles
  for each row when (old.role <> new.role) execute function staff_leave();
revoke execute on function organisation_of, profile_has_organisation, staff_leave from public;

-- Places and experiences belong to organisations. Beside that stands the owner's user id, as it is in addresses and answers.
alter table locations add column organisation_id uuid references organisations;
alter table listings add column organisation_id uuid references organisations;

-- Each of the two follows the other, whichever is written.
create function locations_name_partner() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.organisation_id is null or tg_op = 'UPDATE' and new.organisation_id is not distinct from old.organisation_id then
    new.organisation_id := case when new.partner_id is not null then organisation_of(new.partner_id, 'partner') end;
  end if;
  new.partner_id := (select owner_id from organisations where id = new.organisation_id and kind = 'partner');
  if new.organisation_id is not null and new.partner_id is null then
    raise exception 'organisation % is no partner', new.organisation_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create function listings_name_advertiser() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.organisation_id is null or tg_op = 'UPDATE' and new.organisation_id is not distinct from old.organisation_id then
    new.organisation_id := case when new.advertiser_id is not null then organisation_of(new.advertiser_id, 'advertiser') end;
  end if;
  new.advertiser_id := (select owner_id from organisations where id = new.organisation_id and kind = 'advertiser');
  if new.organisation_id is not null and new.advertiser_id is null then
    raise exception 'organisation % is no advertiser', new.organisation_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create trigger locations_named before insert or update of organisation_id, partner_id on locations
  for each row when (new.organisation_id is not null or new.partner_id is not null) execute function locations_name_partner();
create trigger listings_named before insert or update of organisation_id, advertiser_id on listings
  for each row when (new.organisation_id is not null or new.advertiser_id is not null) execute function listings_name_advertiser();
revoke execute on function locations_name_partner, listings_name_advertiser from public;

-- An owner invites staff. Such an invitation stands in nobody else's way: it is closed from the beginning (closed_at), also for
-- processes of the version before, which would make its taker an owner.
alter table invitations add column organisation_id uuid references organisations;
create unique index invitations_open_of_organisation on invitations (organisation_id, invited_email)
  where organisation_id is not null and accepted_at is null and revoked_at is null;
