-- Reports of errors, grouped by what they are reports of. A fault's id is made of what its reports have in common
-- (server/features/reports/fingerprint.ts), so that keeping a report finds its fault without asking.
create table faults (
  id uuid primary key,
  kind text not null check (length(kind) <= 60),
  -- Of the first report.
  message text not null check (length(message) <= 300),
  -- The file of ours that it happened in, as far as a report said.
  place text check (length(place) <= 200),
  state text not null default 'open' check (state in ('open', 'resolved', 'ignored')),
  first_seen timestamptz not null,
  last_seen timestamptz not null,
  reports bigint not null,
  -- When it came again after it was resolved.
  reopened_at timestamptz
);
create index faults_by_last_seen on faults (last_seen, id);
create index faults_by_first_seen on faults (first_seen, id);
create index faults_by_reports on faults (reports, id);
grant select, insert, update, delete on faults to holoholo_app;

-- Null of reports from before, and of what a person tells of a report that never came.
alter table error_reports add column fault_id uuid;
create index error_reports_by_fault on error_reports (fault_id, id) where fault_id is not null;
