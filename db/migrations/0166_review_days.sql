-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- A process of a version before knows nothing of the days below: what marks it takes are kept, as 0159 and 0164 say.
set lock_timeout = '2s';
create or replace function keep_marks_of_older_definitions() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
declare takers integer := coalesce(nullif(current_setting('holoholo.rollup_definition', true), ''), '0')::integer; begin
  if takers < 166 then
    insert into partial_rollup_marks select distinct hour, events, takers from taken on conflict do nothing; end if; return null; end $$;

-- The stars of visible reviews by the Hawaiian day on which they were written, of all and of those whose booking is credited to a partner,
-- added up with the rollups of the day. Different guests cannot be added up: of a partner's, a few of each day's are kept
-- (server/features/analytics/review-days.store.ts), so that it is known whether there are as many as must be before anything is told. No
-- tenant reads them.
create table if not exists review_days (
  day timestamptz not null,
  organisation_id uuid references organisations,
  rating smallint not null,
  reviews integer not null,
  guests uuid[] not null,
  unique nulls not distinct (organisation_id, day, rating)
);
-- Added up again by the day.
create index if not exists review_days_by_day on review_days (day);
grant select, insert, delete on review_days to holoholo_app;

-- Whoever writes or changes a review is a traveler, behind a wall.
create or replace function mark_reviewed_hours() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', created_at, 'UTC'), false from changed; return null; end $$;
create or replace function mark_changed_review() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', at, 'UTC'), false from unnest(array[old.created_at, new.created_at]) as at; return null; end $$;
-- Whom a booking is credited to is said once, and as a rule long before it is reviewed.
create or replace function mark_credited_reviews() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into rollup_marks select distinct date_trunc('hour', r.created_at, 'UTC'), false
    from credited c join reviews r on r.booking_id = c.booking_id where c.organisation_id is not null; return null; end $$;
revoke execute on function mark_reviewed_hours, mark_changed_review, mark_credited_reviews from public;
create or replace trigger new_reviews_mark_hours after insert on reviews
  referencing new table as changed for each statement execute function mark_reviewed_hours();
create or replace trigger gone_reviews_mark_hours after delete on reviews
  referencing old table as changed for each statement execute function mark_reviewed_hours();
create or replace trigger changed_reviews_mark_hours after update on reviews for each row
  when ((old.rating, old.hidden, old.created_at, old.user_id, old.booking_id) is distinct from
    (new.rating, new.hidden, new.created_at, new.user_id, new.booking_id))
  execute function mark_changed_review();
create or replace trigger new_commissions_mark_reviews after insert on commissions
  referencing new table as credited for each statement execute function mark_credited_reviews();
set lock_timeout = '10min';

-- The past. What changes from here on is marked, and added up again.
insert into review_days (day, organisation_id, rating, reviews, guests)
  select date_trunc('day', r.created_at, 'Pacific/Honolulu'), whose.organisation_id, r.rating, count(*),
    case when whose.organisation_id is null then '{}' else (array_agg(distinct r.user_id))[:5] end
  from reviews r left join commissions c on c.booking_id = r.booking_id
    cross join lateral (select null::uuid as organisation_id union select c.organisation_id) as whose
  where not r.hidden group by 1, 2, 3
  on conflict do nothing;
