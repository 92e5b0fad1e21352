-- outside a transaction
-- Codes, transactions and references are looked for by how they begin. Of an index in the database's own collation that is possible
-- where it is C alone; these serve it in each, and equality too.
create index concurrently if not exists qr_codes_by_start on qr_codes (code text_pattern_ops);
create index concurrently if not exists bookings_by_transaction_start on bookings (transaction_id text_pattern_ops);
create index concurrently if not exists bookings_by_reference_start on bookings
  (upper(regexp_replace(reference, '[^a-zA-Z0-9]', '', 'g')) text_pattern_ops) where reference is not null;
drop index concurrently if exists bookings_by_reference_anywhere;
