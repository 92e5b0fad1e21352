-- What pages and people report about errors; bounded in size, in number and in age by server/features/reports.
create table error_reports (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('page', 'person')),
  -- The reference a page shows; what a person reports names the page's.
  error_id text not null check (error_id ~ '^[A-Za-z0-9_-]{4,64}$'),
  received_at timestamptz not null,
  user_id uuid references users on delete set null,
  network text not null,
  message text check (length(message) <= 2000),
  stack text check (length(stack) <= 8000),
  component_stack text check (length(component_stack) <= 8000),
  url text check (length(url) <= 2048),
  user_agent text check (length(user_agent) <= 512),
  -- The page's own clock.
  occurred_at timestamptz,
  error_type text,
  severity text
);
create unique index error_reports_of_pages on error_reports (error_id) where kind = 'page';
create index error_reports_by_network on error_reports (network, received_at);
create index error_reports_by_error on error_reports (error_id);
grant select, insert, delete on error_reports to holoholo_app;
