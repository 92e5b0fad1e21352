-- What readiness writes and reads: one row, so that nothing is made or left behind by asking.
create table readiness (
  only_row boolean primary key default true check (only_row),
  checked_at timestamptz not null default now()
);
insert into readiness default values;
grant select, update on readiness to holoholo_app;

-- Scans that credit nobody are forgotten in time.
grant delete on orphan_scans to holoholo_app;
