-- outside a transaction
-- What the tidying goes by, so that a batch finds the oldest rows without reading the table.

-- Addresses of events are forgotten earlier than the events themselves.
create index concurrently if not exists security_events_addresses on security_events (occurred_at)
  where ip_address is not null;

-- A session ends by its own limit, or because nobody came back.
create index concurrently if not exists sessions_by_end on sessions (least(idle_expires_at, expires_at));

-- Reports of errors are forgotten by their age.
create index concurrently if not exists error_reports_by_time on error_reports (received_at);
