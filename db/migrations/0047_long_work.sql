-- Work that somebody asked for and that takes long: an export, an import, a report.
create table long_work (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind ~ '^[a-z][a-z-]{1,39}$'),
  asked_by uuid not null references users,
  parameters jsonb not null,
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  mail_when_done boolean not null,
  cancel_asked boolean not null default false,
  attempts integer not null default 0,
  -- Steps; what the steps are is the kind's own. Null while it is not known how many there are.
  done_steps bigint not null default 0,
  total_steps bigint,
  -- A file in DATA_DIR, named by the id.
  result_name text,
  result_type text,
  result_bytes bigint,
  result_expires_at timestamptz,
  problem text check (length(problem) <= 60),
  created_at timestamptz not null,
  started_at timestamptz,
  ended_at timestamptz,
  check ((state = 'done') = (result_name is not null)),
  check ((state = 'failed') = (problem is not null))
);
create index long_work_by_asker on long_work (asked_by, created_at desc, id desc);
create index long_work_by_age on long_work (created_at desc, id desc);
create index long_work_ended on long_work (ended_at) where ended_at is not null;
grant select, insert, update, delete on long_work to holoholo_app;
