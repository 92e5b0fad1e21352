-- What happened when, the application's role cannot take away either: an event goes when it is as old as the tidying lets it become
-- (server/platform/retention.ts), by the database's own clock. A day less, so that two clocks need not agree to the second.
create function refuse_early_deletion() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if old.occurred_at > now() - interval '395 days' then
    raise exception 'a security event is kept for 13 months' using errcode = 'insufficient_privilege';
  end if;
  return old;
end $$;
revoke execute on function refuse_early_deletion from public;
create trigger security_events_are_kept before delete on security_events
  for each row execute function refuse_early_deletion();

-- How many bookings there are of each status and what they come to, so that nobody reads all of them for it. Each connection adds to
-- rows of its own number, so that writers rarely wait for each other. What one part of a status has lost another may have won: a row
-- by itself says nothing, and may be below zero.
create table booking_sums (
  status text not null,
  part smallint not null,
  bookings bigint not null,
  cents bigint not null,
  primary key (status, part)
) with (fillfactor = 50);

-- The rows of a statement are added in one order, so that two of one part cannot wait for each other in a circle.
create function add_to_booking_sums(given_status text, given_bookings bigint, given_cents bigint) returns void
  language sql set search_path = pg_catalog, public, pg_temp as $$
  insert into booking_sums as sums (status, part, bookings, cents)
    values (given_status, pg_backend_pid() % 16, given_bookings, given_cents)
    on conflict (status, part) do update set bookings = sums.bookings + excluded.bookings, cents = sums.cents + excluded.cents
$$;
create function sum_new_bookings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_booking_sums(status, bookings, cents) from (
    select status, count(*) as bookings, sum(amount_cents) as cents from fresh group by status order by status) as added;
  return null;
end $$;
create function sum_changed_bookings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_booking_sums(status, bookings, cents) from (
    select status, sum(one)::bigint as bookings, sum(one * amount_cents)::bigint as cents from (
      select status, amount_cents, 1::bigint as one from fresh union all select status, amount_cents, -1 from stale
    ) as sides group by status having sum(one) <> 0 or sum(one * amount_cents) <> 0 order by status) as changed;
  return null;
end $$;
create function sum_gone_bookings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform add_to_booking_sums(status, bookings, cents) from (
    select status, -count(*) as bookings, -sum(amount_cents) as cents from stale group by status order by status) as gone;
  return null;
end $$;
revoke execute on function add_to_booking_sums, sum_new_bookings, sum_changed_bookings, sum_gone_bookings from public;

create trigger new_bookings_sum after insert on bookings
  referencing new table as fresh for each statement execute function sum_new_bookings();
create trigger changed_bookings_sum after update on bookings
  referencing old table as stale new table as fresh for each statement execute function sum_changed_bookings();
create trigger gone_bookings_sum after delete on bookings
  referencing old table as stale for each statement execute function sum_gone_bookings();

-- The triggers hold writers back until here: none is counted twice, and none is left out.
insert into booking_sums select status, 0, count(*), sum(amount_cents) from bookings group by status;
grant select on booking_sums to holoholo_app;
