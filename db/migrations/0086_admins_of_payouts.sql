-- Who was an administrator that could sign in when a payout was prepared: of others than who prepared it, these alone release it. Whoever
-- prepares it cannot make somebody an administrator afterwards to release it. Null of what was prepared before this was kept.
alter table payouts add column admins uuid[];

-- By the database, so that a process of the version before keeps it as well.
create function payout_names_admins() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.admins := array(select user_id from profiles where role = 'admin' and is_active order by user_id);
  return new;
end $$;
revoke execute on function payout_names_admins from public;
create trigger payouts_name_admins before insert on payouts for each row execute function payout_names_admins();
