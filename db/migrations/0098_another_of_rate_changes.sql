-- Whether somebody else was an administrator when a rate was proposed, or in the 30 days before, decides who confirms it: the database says
-- so itself, as it says who was one then, whatever the process thinks (server/features/commission/another-admin.store.ts has the same rule).
create function rate_change_finds_another() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  new.had_another := exists (select from profiles where user_id <> new.proposed_by
    and ((role = 'admin' and is_active) or admin_until > new.proposed_at - interval '30 days'));
  return new;
end $$;
revoke execute on function rate_change_finds_another from public;
create trigger rate_changes_find_another before insert on rate_changes for each row execute function rate_change_finds_another();
alter table rate_changes alter column had_another set default true;

-- Who proposes the same terms once more says why in other words; of what is settled nothing changes (rate_changes_settle_once).
grant update (reason) on rate_changes to holoholo_app;
