-- outside a transaction
-- A hold that came with a booking from the one that it was rebooked from: the two are one, and are counted once.
alter table commission_holds add column if not exists taken_over_from uuid references commission_holds;
create index concurrently if not exists commission_holds_taken_over on commission_holds (taken_over_from)
  where taken_over_from is not null;
