-- What a traveler keeps for later: one row per person and experience, with a note of their own.
create table saved_listings (
  user_id uuid not null references users on delete cascade,
  listing_id integer not null references listings on delete cascade,
  note text check (length(note) between 1 and 500),
  saved_at timestamptz not null,
  primary key (user_id, listing_id)
);
create index saved_listings_by_time on saved_listings (user_id, saved_at desc);
create index saved_listings_by_listing on saved_listings (listing_id);

grant select, insert, update, delete on saved_listings to holoholo_app;
