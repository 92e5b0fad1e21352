-- Who owns an organisation may change, and several may. What it is known by stays: owner_id is whose user id it began with, and names it
-- in addresses, places and in all facts, whoever owns it now (docs/decisions/042-a-partner-keeps-its-id.md). Owners are members.standing.
drop index members_one_owner;
-- Whoever began an organisation, left it and begins another has one that is known by an id that is nobody's.
alter table organisations drop constraint organisations_owner_id_fkey;
alter table locations drop constraint locations_partner_id_fkey;
alter table listings drop constraint listings_advertiser_id_fkey;

-- An invitation into an organisation's team makes staff, or a further owner.
alter table invitations add column standing text check (standing in ('owner', 'staff'));

grant update (standing) on members to holoholo_tenant;

-- The organisation of a kind that a person is a member of, made with them as its owner where there is none.
create or replace function organisation_of(person uuid, wanted text) returns uuid
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  theirs uuid;
begin
  select organisation_id into theirs from members where user_id = person and kind = wanted;
  if theirs is not null then return theirs; end if;
  -- Of two at once the second waits here for the first, and finds what it made.
  perform from users where id = person for no key update;
  select organisation_id into theirs from members where user_id = person and kind = wanted;
  if theirs is not null then return theirs; end if;
  insert into organisations (kind, name, partner_type, owner_id)
    select wanted, coalesce(nullif(p.organization_name, ''), u.name, u.email),
      case when wanted = 'partner' then coalesce(p.partner_type, 'hotel') end,
      case when exists (select from organisations o where o.kind = wanted and o.owner_id = u.id) then gen_random_uuid() else u.id end
    from users u left join profiles p on p.user_id = u.id where u.id = person
    returning id into theirs;
  insert into members (organisation_id, kind, user_id, standing, permissions)
    values (theirs, wanted, person, 'owner', permissions_of_kind(wanted));
  return theirs;
end $$;

-- Whoever is a partner or an advertiser has an organisation. What the profile of one of its owners says of it, it and the others say too.
create or replace function profile_has_organisation() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  theirs uuid := organisation_of(new.user_id, new.role);
begin
  if not exists (select from members where organisation_id = theirs and user_id = new.user_id and standing = 'owner') then
    return null;
  end if;
  update organisations set name = coalesce(nullif(new.organization_name, ''), name),
      partner_type = case when kind = 'partner' then coalesce(new.partner_type, partner_type) end
    where id = theirs;
  update members set permissions =
      array(select one from unnest(permissions_of_kind(new.role)) one where new.permissions is null or one = any(new.permissions))
    where organisation_id = theirs and standing = 'owner';
  -- Each of the other owners is one for whom this is run again; by then there is nothing left to change.
  update profiles p set organization_name = new.organization_name,
      permissions = case when m.standing = 'owner' then new.permissions else p.permissions end,
      partner_type = case when m.standing = 'owner' then new.partner_type else p.partner_type end
    from members m
    where m.organisation_id = theirs and m.user_id = p.user_id and p.user_id <> new.user_id and p.role = new.role
      and (p.organization_name is distinct from new.organization_name or m.standing = 'owner'
        and (p.permissions is distinct from new.permissions or p.partner_type is distinct from new.partner_type));
  return null;
end $$;

-- Each of the two follows the other, whichever is written; an id that an organisation is known by is its, whoever that person is now.
create or replace function locations_name_partner() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.organisation_id is null or tg_op = 'UPDATE' and new.organisation_id is not distinct from old.organisation_id then
    new.organisation_id := case when new.partner_id is not null then coalesce(
      (select id from organisations where kind = 'partner' and owner_id = new.partner_id), organisation_of(new.partner_id, 'partner')) end;
  end if;
  new.partner_id := (select owner_id from organisations where id = new.organisation_id and kind = 'partner');
  if new.organisation_id is not null and new.partner_id is null then
    raise exception 'organisation % is no partner', new.organisation_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;
create or replace function listings_name_advertiser() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'INSERT' and new.organisation_id is null or tg_op = 'UPDATE' and new.organisation_id is not distinct from old.organisation_id then
    new.organisation_id := case when new.advertiser_id is not null then coalesce(
      (select id from organisations where kind = 'advertiser' and owner_id = new.advertiser_id),
      organisation_of(new.advertiser_id, 'advertiser')) end;
  end if;
  new.advertiser_id := (select owner_id from organisations where id = new.organisation_id and kind = 'advertiser');
  if new.organisation_id is not null and new.advertiser_id is null then
    raise exception 'organisation % is no advertiser', new.organisation_id using errcode = 'foreign_key_violation';
  end if;
  return new;
end $$;

-- Whatever a process does, an organisation has an owner once it is done. Of two that go at once the second waits, and finds itself the last.
create function owner_stays() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform from organisations where id = old.organisation_id for no key update;
  if found and not exists (select from members where organisation_id = old.organisation_id and standing = 'owner') then
    raise exception 'the last owner of organisation %', old.organisation_id using errcode = 'check_violation';
  end if;
  return null;
end $$;
create constraint trigger members_keep_an_owner after update of standing or delete on members
  deferrable initially deferred for each row when (old.standing = 'owner') execute function owner_stays();
revoke execute on function owner_stays from public;
