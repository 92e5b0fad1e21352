-- outside a transaction
-- The latest bookings of a listing, by which it is known what is booked together with it.
create index concurrently if not exists bookings_by_listing_and_time on bookings (listing_id, booked_at desc)
  where status <> 'cancelled';
