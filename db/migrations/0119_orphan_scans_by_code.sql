-- outside a transaction
-- The scans that credited nobody, by what was scanned.
create index concurrently if not exists orphan_scans_by_code on orphan_scans (code, scanned_at);
