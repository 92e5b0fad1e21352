-- What each link answered that an advertiser would have in the place of one of a published listing. Guests have that one meanwhile, so that
-- it goes on being asked for (listing_links).
create table listing_proposal_links (
  proposal_id uuid not null references listing_proposals on delete cascade,
  field text not null check (field in ('booking_url', 'website_url')),
  url text not null,
  checked_at timestamptz not null,
  -- An HTTP status, or what came instead of an answer.
  answer text not null,
  -- Since when each answer was a failure; null of one that is none.
  failing_since timestamptz,
  primary key (proposal_id, field)
);
grant select, insert, delete, update (url, checked_at, answer, failing_since) on listing_proposal_links to holoholo_app;
