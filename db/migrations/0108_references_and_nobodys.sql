-- outside a transaction
-- Bookings by their references however spelled, where it is not known at which company they were booked.
create index concurrently if not exists bookings_by_reference_anywhere on bookings
  (upper(regexp_replace(reference, '[^a-zA-Z0-9]', '', 'g'))) where reference is not null;
-- What is nobody's is forgotten in time, also where a booking was proposed for it.
create index concurrently if not exists platform_bookings_nobodys on platform_bookings (last_news_at)
  where match_kind is null or match_kind = 'evidence';
drop index concurrently if exists platform_bookings_without;
