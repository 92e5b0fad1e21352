-- A visit's own limit of scans, counted with the scan itself: how many since when.
alter table visits
  add column limit_from timestamptz,
  add column limit_spent integer not null default 0;

-- What a keyed call made, by its id: enough to answer it again. Replies are no longer kept.
alter table idempotency_keys add column reference text;
