-- What has been spent of each rate limit, shared by all processes. Unlogged: after a crash of the server it is empty, which
-- forgives what was spent and loses nothing else. The key is a hash, so that no address or network stands here.
create unlogged table rate_counters (
  key bytea primary key,
  spent bigint not null,
  -- What the last one to ask was given, for the statement that gave it to read back.
  granted bigint not null,
  ends_at timestamptz not null
) with (fillfactor = 70);
create index rate_counters_by_end on rate_counters (ends_at);
grant select, insert, update, delete on rate_counters to holoholo_app;

-- Who asked for a sign-in link, as a hash: a new ask ends only the links that the same asker caused. Null for links of before.
alter table magic_links add column asker bytea;
