-- An advertiser reads of its own entries which campaign, or which invoice, they are of.
grant select (campaign_id, invoice_id) on ledger_entries to holoholo_tenant;
