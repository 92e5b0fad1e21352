-- outside a transaction
-- Built while the tables are read and written: each statement for itself, and one that may be run again.

-- What was booked at a place, newest first.
create index concurrently if not exists bookings_by_location on bookings (location_id, booked_at desc)
  where location_id is not null;

-- The listings of an advertiser.
create index concurrently if not exists listings_by_advertiser on listings (advertiser_id) where advertiser_id is not null;

-- Scans that credit nobody are forgotten by their age.
create index concurrently if not exists orphan_scans_by_time on orphan_scans (scanned_at);
