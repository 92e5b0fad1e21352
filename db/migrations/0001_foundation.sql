-- The restricted role the application works under. Roles belong to the whole server, so another database may have made it.
do $$
begin
  create role holoholo_app nologin;
exception when duplicate_object or unique_violation then null;
end $$;
do $$
begin
  execute format('grant holoholo_app to %I', current_user);
exception when others then
  if not pg_has_role(current_user, 'holoholo_app', 'member') then
    raise exception 'the role % must be a member of holoholo_app: grant holoholo_app to %', current_user, current_user;
  end if;
end $$;
grant usage on schema public to holoholo_app;
grant select on migrations to holoholo_app;

create extension if not exists unaccent;
create extension if not exists pg_trgm;

-- What search compares: lower case, without kahakō, ʻokina or the marks people type for it.
create function searchable(value text) returns text
  language sql immutable strict parallel safe
  return lower(public.unaccent('public.unaccent', translate(value, 'ʻʼ‘’`''´', '')));
