-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What was counted on a day, of all campaigns.
create index concurrently if not exists campaign_days_by_day on campaign_days (day);
