-- What people ask for of their own data: all of it as a file, or that it is erased. The request outlives the person's data, under the id alone.
create table privacy_requests (
  id uuid primary key default gen_random_uuid(),
  kind text not null check (kind in ('export', 'erasure')),
  user_id uuid not null references users,
  state text not null default 'under_way' check (state in ('under_way', 'done', 'failed')),
  asked_at timestamptz not null,
  ended_at timestamptz,
  -- Of an erasure that is under way: by which words what others sent of the person is found.
  sought text[],
  check ((state = 'under_way') = (ended_at is null)),
  check (sought is null or (kind = 'erasure' and state = 'under_way'))
);
create index privacy_requests_by_age on privacy_requests (asked_at desc, id desc);
create index privacy_requests_by_person on privacy_requests (user_id);
create index privacy_requests_by_end on privacy_requests (ended_at) where ended_at is not null;
create index privacy_requests_under_way on privacy_requests (asked_at) where state = 'under_way';
grant select, insert, delete on privacy_requests to holoholo_app;
grant update (state, ended_at, sought) on privacy_requests to holoholo_app;
