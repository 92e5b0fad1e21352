alter table bookings
  -- What the traveler says the platform calls it. Only `reference` is proven, so that nobody can take another's by claiming it.
  add column claimed_reference text check (length(claimed_reference) between 1 and 64),
  -- Hawaiʻi's clock, as the platform's confirmation prints it.
  add column check_in_time text check (check_in_time ~ '^([01]\d|2[0-3]):[0-5]\d$'),
  add constraint bookings_stay check (check_out_date >= check_in_date);

-- "My booking is missing": what a traveler asks the administrators to look for.
create table booking_inquiries (
  id uuid primary key default gen_random_uuid(),
  user_id uuid not null references users,
  listing_id integer references listings,
  -- What they call it, where they could not find it in the guide.
  listing_text text check (length(listing_text) between 1 and 200),
  platform text not null check (platform in ('fareharbor', 'viator', 'external')),
  reference text check (length(reference) between 1 and 64),
  travel_date date,
  note text check (length(note) between 1 and 1000),
  created_at timestamptz not null,
  status text not null default 'open' check (status in ('open', 'resolved', 'dismissed')),
  answer text check (length(answer) between 1 and 1000),
  handled_by uuid references users,
  handled_at timestamptz,
  check (listing_id is not null or listing_text is not null)
);
create index booking_inquiries_by_age on booking_inquiries (created_at desc, id);
create index booking_inquiries_by_user on booking_inquiries (user_id, created_at);

-- One of each completed booking, by whoever booked.
create table reviews (
  id uuid primary key default gen_random_uuid(),
  booking_id uuid not null unique references bookings,
  listing_id integer not null references listings,
  user_id uuid not null references users,
  rating smallint not null check (rating between 1 and 5),
  words text check (length(words) between 1 and 1000),
  created_at timestamptz not null,
  updated_at timestamptz not null,
  hidden boolean not null default false,
  hidden_reason text,
  check (not hidden or hidden_reason is not null)
);
create index reviews_shown on reviews (listing_id, created_at desc, id) where not hidden;
create index reviews_by_age on reviews (created_at desc, id);

-- Ratings that nobody gave go; from here on a listing's figures are those of its visible reviews, in the same transaction.
update listings set rating = null, review_count = 0 where rating is not null or review_count <> 0;
alter table listings add constraint listings_rated check ((rating is null) = (review_count = 0));

create function recount_reviews(ids integer[]) returns void language plpgsql as $$
begin
  if ids is null then return; end if;
  -- Not FOR UPDATE: the reviews' own references hold a key share on these rows, and two writers would wait in a circle.
  perform 1 from listings where id = any (ids) order by id for no key update;
  -- A statement of its own, after the locks: it sees what whoever held them has committed.
  update listings l set review_count = shown.count, rating = shown.mean
    from (
      select listing.id, count(r.id)::integer as count, round(avg(r.rating), 1) as mean
      from unnest(ids) as listing (id) left join reviews r on r.listing_id = listing.id and not r.hidden
      group by listing.id
    ) as shown
    where l.id = shown.id and (l.review_count, l.rating) is distinct from (shown.count, shown.mean);
end $$;
create function recount_new_reviews() returns trigger language plpgsql as $$
begin
  perform recount_reviews((select array_agg(distinct listing_id) from fresh));
  return null;
end $$;
create function recount_changed_reviews() returns trigger language plpgsql as $$
begin
  perform recount_reviews((select array_agg(distinct listing_id) from (table fresh union all table stale) as both_sides));
  return null;
end $$;
create function recount_gone_reviews() returns trigger language plpgsql as $$
begin
  perform recount_reviews((select array_agg(distinct listing_id) from stale));
  return null;
end $$;
create trigger new_reviews_count after insert on reviews
  referencing new table as fresh for each statement execute function recount_new_reviews();
create trigger changed_reviews_count after update on reviews
  referencing old table as stale new table as fresh for each statement execute function recount_changed_reviews();
create trigger gone_reviews_count after delete on reviews
  referencing old table as stale for each statement execute function recount_gone_reviews();

grant select, insert, update on booking_inquiries to holoholo_app;
grant select, insert, update, delete on reviews to holoholo_app;
