-- outside a transaction
-- What a person downloads of their own data, and what an erasure looks for each minute, is found without the rows of others.
create index concurrently if not exists platform_bookings_by_booking on platform_bookings (booking_id)
  where booking_id is not null;
create index concurrently if not exists reviews_by_user on reviews (user_id);
create index concurrently if not exists error_reports_by_user on error_reports (user_id) where user_id is not null;
