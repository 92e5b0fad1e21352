-- outside a transaction
-- Bookings by their references however spelled, as news of platforms is compared with them.
create index concurrently if not exists bookings_by_reference_key on bookings
  (platform, supplier, upper(regexp_replace(reference, '[^a-zA-Z0-9]', '', 'g'))) where reference is not null;
