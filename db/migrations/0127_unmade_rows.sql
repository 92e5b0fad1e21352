-- outside a transaction
-- The rows of batches that are not made yet, by whose codes they will be.
create index concurrently if not exists location_batch_rows_unmade on location_batch_rows (organisation_id) where location_id is null;
