-- outside a transaction
-- Confirmed bookings by the day of travel, so that the day after completes them without reading all of them.
create index concurrently if not exists bookings_confirmed_by_travel_day on bookings (coalesce(check_out_date, check_in_date), id)
  where status = 'confirmed';
