-- A row of a statement goes by any spelling of its booking's reference, on every platform.
create or replace function platform_booking_called(of_platform text, of_supplier text, called text) returns uuid
  language sql stable set search_path = pg_catalog, public, pg_temp as $$
  select id from platform_bookings where platform = of_platform
    and (supplier = of_supplier and reference = called or supplier in (of_supplier, '')
      and reference_keys @> array[upper(regexp_replace(called, '[^a-zA-Z0-9]', '', 'g'))])
  order by supplier = of_supplier and reference = called desc, match_kind <> 'evidence' desc nulls last, id limit 1 $$;
update statement_rows set platform_booking_id = platform_booking_called(platform, supplier, reference)
  where applied_at is not null and platform_booking_id is null and not is_repeated and platform in ('getyourguide', 'operator');
