-- The administrators' list of accounts: found by any part of name or address, in three orders, a page at a time.
alter table users
  -- As it is searched: without accents, ʻokina and capitals.
  add column search_text text generated always as (searchable(coalesce(name, '') || ' ' || email)) stored,
  -- As it is ordered: so much of the name as a page's end can say; the address of who has none.
  add column sort_name text collate "C" generated always as (left(searchable(coalesce(nullif(name, ''), email)), 32)) stored,
  -- Sessions end and are deleted; when somebody was here last stays.
  add column last_seen_at timestamptz not null default '-infinity';

update users set last_seen_at = seen.at
  from (select user_id, max(last_seen_at) as at from sessions group by user_id) seen where seen.user_id = users.id;

create index users_by_words on users using gin (search_text gin_trgm_ops) with (fastupdate = off);
create index users_by_name on users (sort_name, id);
create index users_by_joining on users (created_at, id);
create index users_by_last_seen on users (last_seen_at, id);
-- The few of them.
create index profiles_by_role on profiles (role) where role <> 'traveler';
create index profiles_suspended on profiles (user_id) where not is_active;

create function users_are_seen() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  -- An account that somebody else changes now is not waited for: whoever ends its sessions holds it, and would wait for this one.
  update users set last_seen_at = new.last_seen_at where id =
    (select id from users where id = new.user_id and last_seen_at < new.last_seen_at for no key update skip locked);
  return null;
end $$;
revoke execute on function users_are_seen from public;
create trigger sessions_show_users after insert or update of last_seen_at on sessions
  for each row execute function users_are_seen();
