-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What bookings of some hours, or of days that have changed, earn is read in the order of their time: by each booking it took a hundred times as long.
create index concurrently if not exists commissions_by_time on commissions (booked_at);
