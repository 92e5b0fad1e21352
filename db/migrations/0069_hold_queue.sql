-- outside a transaction
-- What the rules of holds compare a booking with, and the administrators' queue in its orders.
create index concurrently if not exists bookings_by_code on bookings (qr_code_id, booked_at) where qr_code_id is not null;
create index concurrently if not exists commission_holds_by_opening on commission_holds (opened_at, id);
create index concurrently if not exists commission_holds_by_rule on commission_holds (rule, state, opened_at, id);
