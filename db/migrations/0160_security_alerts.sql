-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What the rules of security have found (server/features/security-desk/alert-rules.ts): one row from when a rule began to hold until it
-- holds no longer. Whom or what it is about is an account, a network or nothing; the words are made when it is read.
create table if not exists security_alerts (
  id uuid primary key default gen_random_uuid(),
  rule text not null check (rule ~ '^[a-z][a-z0-9_]{0,59}$'),
  subject text not null default '' check (length(subject) <= 100),
  -- What the rule counted when it looked last.
  figure double precision not null,
  opened_at timestamptz not null,
  -- When it was seen to hold last.
  held_at timestamptz not null,
  ended_at timestamptz,
  dismissed_at timestamptz,
  dismissed_by uuid,
  check ((dismissed_at is null) = (dismissed_by is null))
);
-- However many servers look at the same time, it is one.
create unique index if not exists security_alerts_open on security_alerts (rule, subject) where ended_at is null;
create index if not exists security_alerts_by_end on security_alerts (ended_at) where ended_at is not null;

-- When the rules ran last, and what the server of PUBLIC_URL showed as its certificate.
create table if not exists security_scan (
  only_row boolean primary key default true check (only_row),
  scanned_at timestamptz not null,
  certificate_of text,
  certificate_asked_at timestamptz,
  certificate_ends_at timestamptz
);

-- Of which limit a counter is. A process of the version before does not say.
-- Behind a long reader of it every limited call would wait: it is tried again instead.
set lock_timeout = '2s';
alter table rate_counters add column if not exists limit_name text;
set lock_timeout = '10min';

create index concurrently if not exists security_events_by_type on security_events (event_type, occurred_at desc, id desc);
create index concurrently if not exists security_events_by_address on security_events (ip_address, occurred_at desc, id desc)
  where ip_address is not null;

grant select, insert, delete, update (figure, held_at, ended_at, dismissed_at, dismissed_by) on security_alerts to holoholo_app;
grant select, insert, update on security_scan to holoholo_app;
