-- outside a transaction
-- A partner's own figures of the open day, and its first scan, without a look at those of others.
create index concurrently if not exists scans_by_partner on scans (partner_id, scanned_at) where partner_id is not null;
