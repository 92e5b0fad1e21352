#!/bin/sh
# Run once by the image of PostgreSQL, as its administrator: the statements of "Database" in docs/operating.md.
set -eu
psql --username=postgres --set=ON_ERROR_STOP=1 --set=web="$WEB_PASSWORD" --set=owner="$OWNER_PASSWORD" <<'SQL'
create role holoholo_app nologin noinherit;
create role holoholo_tenant nologin;
grant holoholo_tenant to holoholo_app;
create role holoholo_owner login password :'owner' createrole;
create role holoholo_web login password :'web' in role holoholo_app;
grant holoholo_app to holoholo_owner;
create database holoholo owner holoholo_owner template template0 encoding 'UTF8';
revoke all on database holoholo from public;
grant connect on database holoholo to holoholo_web;
\connect holoholo
revoke execute on function lo_creat, lo_create, lo_from_bytea, lo_put, lowrite, lo_truncate, lo_truncate64 from public;
do $$ declare locks text := (select string_agg(oid::regprocedure::text, ', ') from pg_proc
  where pronamespace = 'pg_catalog'::regnamespace and proname ~ '^pg_(try_)?advisory_');
begin
  execute format('grant execute on function %s to holoholo_owner, holoholo_app, holoholo_tenant', locks);
  execute format('revoke execute on function %s from public', locks);
end $$;
grant set on parameter temp_file_limit to holoholo_owner;
SQL
