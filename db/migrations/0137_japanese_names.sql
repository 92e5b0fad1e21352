-- outside a transaction
-- Listings by a part of their Japanese name, as by one of the English (0113_deleted_listings.sql).
create index concurrently if not exists listings_by_part_of_japanese_name on listings using gin (searchable(name_ja) gin_trgm_ops)
  with (fastupdate = off) where name_ja is not null;
