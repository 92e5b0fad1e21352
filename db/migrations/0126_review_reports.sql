-- Whether an administrator is yet to look at a review: it has words that none has looked at, or was reported since.
alter table reviews add column awaits_look boolean not null default false;
create index reviews_awaiting on reviews (created_at) where awaits_look;
-- Whoever writes a review has it looked at.
grant update (awaits_look) on reviews to holoholo_tenant;

-- Who reads a review may say that something is wrong with it. Read by administrators alone.
create table review_reports (
  id bigint generated always as identity primary key,
  review_id uuid not null references reviews on delete cascade,
  -- A keyed hash of a person's id, or of a guest's network: each counts once.
  reporter bytea not null,
  reason text not null check (reason in ('offensive', 'advertising', 'private', 'other')),
  note text,
  reported_at timestamptz not null,
  unique (review_id, reporter)
);
create index review_reports_by_age on review_reports (reported_at);
grant select, insert, delete on review_reports to holoholo_app;
