-- What a platform says again after something else waits for a person.
alter table platform_bookings drop constraint platform_bookings_doubt_check;
alter table platform_bookings add constraint platform_bookings_doubt_check
  check (doubt in ('amount', 'currency', 'final', 'travel', 'corrected', 'repeated')) not valid;
