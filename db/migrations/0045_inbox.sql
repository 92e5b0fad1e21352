-- News that other people's servers bring, as it came: kept before anything reads it.
create table inbox (
  id bigint generated always as identity primary key,
  source text not null check (source ~ '^[a-z][a-z0-9-]{1,39}$'),
  received_at timestamptz not null,
  headers jsonb not null,
  body bytea not null check (octet_length(body) <= 1048576),
  -- SHA-256 of the body.
  digest bytea not null,
  -- taken: somebody has begun on it. Whoever did may be gone, and somebody else begins again.
  state text not null default 'new' check (state in ('new', 'taken', 'done', 'unreadable')),
  attempts integer not null default 0,
  -- Why it is not done yet, or cannot be read.
  problem text check (length(problem) <= 300),
  settled_at timestamptz
);
create index inbox_by_state on inbox (state, id);
create index inbox_settled on inbox (settled_at) where settled_at is not null;
grant select, insert, update, delete on inbox to holoholo_app;
