-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- Bookings that have changed, whichever version's process has changed them: the night compares their commissions with them. Nobody else
-- can say of a process of an older version what it has left behind.
create table if not exists commission_marks (booking_id uuid primary key references bookings on delete cascade);
grant select, delete on commission_marks to holoholo_app;

create or replace function mark_new_bookings() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into commission_marks select id from fresh on conflict do nothing; return null; end $$;
revoke execute on function mark_new_bookings from public;
create or replace trigger bookings_mark_new after insert on bookings
  referencing new table as fresh for each statement execute function mark_new_bookings();

create or replace function mark_changed_booking() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into commission_marks values (new.id) on conflict do nothing; return null; end $$;
revoke execute on function mark_changed_booking from public;
create or replace trigger bookings_mark_changed after update on bookings for each row
  when ((old.status, old.amount_cents, old.estimated, old.check_in_date, old.check_out_date, old.claimed_reference)
    is distinct from (new.status, new.amount_cents, new.estimated, new.check_in_date, new.check_out_date, new.claimed_reference))
  execute function mark_changed_booking();

-- Those from before: without a commission, or with one that may not follow from them. It reads all of both once, and stops nobody.
insert into commission_marks select b.id from bookings b left join commissions c on c.booking_id = b.id
  where c.booking_id is null or case when b.status = 'cancelled' then c.basis <> 'none'
    else c.basis = 'none' or c.amount_cents <> b.amount_cents or (c.basis = 'estimated') <> (b.status = 'pending')
      or (c.completed_on is null) = (b.status = 'completed')
      or b.status <> 'pending' and c.travel_day is distinct from coalesce(b.check_out_date, b.check_in_date, c.completed_on) end
  on conflict do nothing;
