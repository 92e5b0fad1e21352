-- What is done by itself to keep the product safe, as its backups: when each last went well, and what went wrong since. It holds nothing of anybody.
create table upkeep (
  task text primary key check (task ~ '^[a-z-]{1,40}$'),
  succeeded_at timestamptz,
  -- The last time that somebody did it by a command, which puts off no turn of its own.
  by_hand_at timestamptz,
  -- The last time that it failed, and why; no reason where it went well after that.
  failed_at timestamptz,
  problem text check (length(problem) <= 500),
  -- What the last success came to.
  figures jsonb not null default '{}'
);
grant select, insert, update on upkeep to holoholo_app;
