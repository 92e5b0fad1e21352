-- Who has left an organization, or was taken out of it: what they book by its codes soon after is still looked at as its own.
create table past_members (
  organisation_id uuid not null references organisations,
  user_id uuid not null references users on delete cascade,
  standing text not null,
  joined_at timestamptz not null,
  until timestamptz not null,
  primary key (organisation_id, user_id, until)
);
create index past_members_by_end on past_members (until);
grant select, delete on past_members to holoholo_app;

create function keep_past_member() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into past_members (organisation_id, user_id, standing, joined_at, until)
    select old.organisation_id, old.user_id, old.standing, old.joined_at, now()
    where exists (select from users where id = old.user_id) on conflict do nothing;
  return old;
end $$;
create trigger members_past after delete on members for each row execute function keep_past_member();
