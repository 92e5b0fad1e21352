-- outside a transaction
-- Whether an organisation earned on an experience: asked of each one that is shown no longer.
create index concurrently if not exists commissions_by_listing on commissions (organisation_id, listing_id)
  where organisation_id is not null;
