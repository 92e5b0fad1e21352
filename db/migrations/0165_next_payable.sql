-- outside a transaction
-- The first day on which something of an organisation becomes payable is found without reading all that is pending
-- (server/features/commission/statements.store.ts).
create index concurrently if not exists commissions_by_payable_day on commissions (organisation_id, payable_on, booking_id)
  where state = 'pending' and partner_cents > 0;
