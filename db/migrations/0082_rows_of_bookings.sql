-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- A month that is not over by the database's own clock is closed for nobody, whatever the caller takes for the time: what is posted after
-- that would stand in a month that is still to come, for good.
create or replace function database_time() returns timestamptz language sql stable
  set search_path = pg_catalog, public, pg_temp as $$ select now() $$;
create or replace function close_ledger_month(closing date, at timestamptz) returns void
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  if (closing + interval '1 month') at time zone 'Pacific/Honolulu' > least(at, public.database_time())
    then raise exception 'the month % is not over', closing using errcode = 'check_violation'; end if; perform
  pg_advisory_xact_lock(7305452); update
  statement_months set closed_at = at where month = closing and closed_at is null; end $$;

-- Which booking of its platform's an applied row tells of, by whichever of that booking's names; null where nothing is known of it.
alter table statement_rows add column if not exists platform_booking_id uuid;
alter table statement_rows drop constraint if exists statement_rows_platform_booking,
  add constraint statement_rows_platform_booking foreign key (platform_booking_id) references platform_bookings
    on delete set null not valid;
grant update (platform_booking_id) on statement_rows to holoholo_app;

-- The booking that goes by a name: spelled so, or by another of its names where its platform has several for one booking.
create or replace function platform_booking_called(of_platform text, of_supplier text, called text) returns uuid
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select id from platform_bookings where platform = of_platform
    and (supplier = of_supplier and reference = called or supplier in (of_supplier, '') and of_platform in ('fareharbor', 'viator')
      and reference_keys @> array[upper(regexp_replace(called, '[^a-zA-Z0-9]', '', 'g'))])
  order by supplier = of_supplier and reference = called desc, match_kind <> 'evidence' desc nulls last, id limit 1 $$;
-- For a process of the version before, which does not say it.
create or replace function statement_row_names_booking() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.platform_booking_id := platform_booking_called(new.platform, new.supplier, new.reference); return new; end $$;
create or replace trigger statement_rows_name_booking before update of applied_at on statement_rows
  for each row when (new.applied_at is not null and new.platform_booking_id is null and not new.is_repeated)
  execute function statement_row_names_booking();
-- What was forgotten as nobody's, and is told of once more.
create or replace function platform_booking_takes_rows() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  update statement_rows set platform_booking_id = new.id where platform_booking_id is null and applied_at is not null
    and not is_repeated and platform = new.platform and supplier = new.supplier and reference = new.reference; return null; end $$;
create or replace trigger platform_bookings_take_rows after insert on platform_bookings
  for each row execute function platform_booking_takes_rows();

update statement_rows set platform_booking_id = platform_booking_called(platform, supplier, reference)
  where applied_at is not null and not is_repeated and platform_booking_id is null;
alter table statement_rows validate constraint statement_rows_platform_booking;
-- The newest row of a booking.
create index concurrently if not exists statement_rows_of_booking on statement_rows (platform_booking_id, import_id, number)
  where platform_booking_id is not null;
-- What statements, and the ledger, have of a month of travel.
create index concurrently if not exists statement_rows_by_travel on statement_rows (travel_date)
  where applied_at is not null and not is_repeated;
create index concurrently if not exists commissions_by_travel on commissions (travel_day) where basis in ('pending', 'earned');
