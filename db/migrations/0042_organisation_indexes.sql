-- outside a transaction
-- What belongs to an organisation.
create index concurrently if not exists locations_by_organisation on locations (organisation_id) where organisation_id is not null;
create index concurrently if not exists listings_by_organisation on listings (organisation_id) where organisation_id is not null;
