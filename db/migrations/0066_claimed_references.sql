-- outside a transaction
-- Bookings whose traveler told a reference that nothing has proven yet, as news of platforms is compared with it.
create index concurrently if not exists bookings_by_claim on bookings
  (platform, supplier, upper(regexp_replace(claimed_reference, '[^a-zA-Z0-9]', '', 'g')))
  where claimed_reference is not null and reference is null;
