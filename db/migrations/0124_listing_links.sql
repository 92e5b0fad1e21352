-- What each link of a listing answered when it was asked for last; it tells of the address that was asked for, which may be another by now.
create table listing_links (
  listing_id integer not null references listings on delete cascade,
  field text not null check (field in ('booking_url', 'website_url')),
  url text not null,
  checked_at timestamptz not null,
  -- An HTTP status, or what came instead of an answer.
  answer text not null,
  -- Since when each answer was a failure; null of one that is none.
  failing_since timestamptz,
  broken boolean not null,
  primary key (listing_id, field)
);
create index listing_links_broken on listing_links (listing_id) where broken;
grant select, insert, delete, update (url, checked_at, answer, failing_since, broken) on listing_links to holoholo_app;
