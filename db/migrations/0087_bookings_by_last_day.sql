-- outside a transaction
-- A check-out that a traveler has said puts the end off by 30 days at most (`lastDay`).
create index concurrently if not exists bookings_confirmed_by_last_day
  on bookings (least(coalesce(check_out_date, check_in_date), check_in_date + 30), id) where status = 'confirmed';
drop index concurrently if exists bookings_confirmed_by_travel_day;
