-- The last day of Hawaiʻi for which each daily work was asked.
create table daily_runs (
  name text primary key,
  last_day date not null
);
grant select, insert, update on daily_runs to holoholo_app;
