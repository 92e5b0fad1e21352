-- outside a transaction
-- A partner's commissions by where they stand, in the order they were booked in (server/features/commission/own-commissions.store.ts).
create index concurrently if not exists commissions_by_standing on commissions (organisation_id,
  (case when due_cents < 0 then 'taken_back' when state = 'payable' and paid_out_cents > 0 and due_cents = 0 then 'paid'
    when state = 'voided' then 'none' else state end), booked_at, booking_id) where organisation_id is not null;
-- What was asked back, which is little of all that moved.
create index concurrently if not exists ledger_clawbacks on ledger_entries (from_account, booking_id) where kind = 'clawback';
