-- What the application's role may ask for has an end.

-- Months of events are made for moments within ten years of the database's clock: at most some 265 tables, however often it is
-- called. Before, any moment made another table. A missing argument, or an infinite one, is refused as well.
create or replace function make_event_months(moment timestamptz, months_ahead integer) returns integer
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  first_month timestamptz;
  month_start timestamptz;
  month_end timestamptz;
  name text;
  made integer := 0;
begin
  if (months_ahead between 0 and 24) is not true then
    raise exception 'months_ahead must be 0 to 24' using errcode = 'invalid_parameter_value';
  end if;
  if (moment between now() - interval '10 years' and now() + interval '10 years') is not true then
    raise exception 'moment must be within 10 years of now' using errcode = 'invalid_parameter_value';
  end if;
  first_month := date_trunc('month', moment, 'Pacific/Honolulu');
  perform pg_advisory_xact_lock(7305443);
  for ahead in 0 .. months_ahead loop
    month_start := (first_month at time zone 'Pacific/Honolulu' + make_interval(months => ahead)) at time zone 'Pacific/Honolulu';
    month_end := (first_month at time zone 'Pacific/Honolulu' + make_interval(months => ahead + 1)) at time zone 'Pacific/Honolulu';
    name := 'events_' || to_char(month_start at time zone 'Pacific/Honolulu', 'YYYY_MM');
    continue when to_regclass('public.' || name) is not null;
    execute format('create table public.%I (like public.events including defaults including constraints)', name);
    -- A month cannot be attached while its rows stand in the default partition.
    lock table public.events_unplaced in access exclusive mode;
    execute format(
      'with moved as (delete from public.events_unplaced where received_at >= %L and received_at < %L returning *)
        insert into public.%I select * from moved', month_start, month_end, name);
    execute format('alter table public.events attach partition public.%I for values from (%L) to (%L)',
      name, month_start, month_end);
    made := made + 1;
  end loop;
  return made;
end $$;

-- PostgreSQL lets everybody make large objects of any size. Only a superuser can take that away: here where one migrates, at the
-- start on our own server (server/platform/postgres-roles.ts), otherwise the administrator (docs/operating.md).
do $$
declare
  routine regprocedure;
begin
  for routine in
    select oid from pg_proc
      where pronamespace = 'pg_catalog'::regnamespace and pg_has_role(proowner, 'usage')
        and proname in ('lo_creat', 'lo_create', 'lo_from_bytea', 'lo_put', 'lowrite', 'lo_truncate', 'lo_truncate64')
  loop
    execute format('revoke execute on function %s from public', routine);
  end loop;
end $$;
