-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- The security events of an account are listed by their time without the rows of others, and so are the few that are dealt with.
create index concurrently if not exists security_events_of_user on security_events (user_id, occurred_at desc, id desc)
  where user_id is not null;
create index concurrently if not exists security_events_resolved on security_events (occurred_at desc, id desc) where resolved;
drop index concurrently if exists security_events_by_user;
