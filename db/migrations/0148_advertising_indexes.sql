-- outside a transaction
-- An invoice is paid once.
create unique index concurrently if not exists ledger_invoice_paid_once on ledger_entries (invoice_id) where invoice_id is not null;
-- What a campaign was charged.
create index concurrently if not exists ledger_by_campaign on ledger_entries (campaign_id, posted_at) where campaign_id is not null;
