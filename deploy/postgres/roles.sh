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
SQL
