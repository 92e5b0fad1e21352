-- A deleted listing is set aside: hidden like an inactive one, with what it was before so that the deletion can be undone. What hangs
-- on it (bookings, clicks, reviews, entries of the ledger) stays.
alter table listings add column deleted_at timestamptz, add column active_before boolean;
alter table listings add constraint listings_deleted check (
  (deleted_at is null) = (active_before is null) and (deleted_at is null or not is_active));
-- The manager's usual order.
create index listings_by_name on listings ((left(searchable(name), 32) collate "C"), id) where deleted_at is null;
-- Its search by a part of the name.
create index listings_by_part_of_name on listings using gin (searchable(name) gin_trgm_ops) with (fastupdate = off);
