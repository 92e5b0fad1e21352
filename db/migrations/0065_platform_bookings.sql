-- What platforms tell of bookings, one row for each booking of theirs, whether or not it is known whose it is.
create table platform_bookings (
  id uuid primary key default gen_random_uuid(),
  platform text not null check (platform in ('fareharbor', 'viator', 'getyourguide', 'operator')),
  -- As of bookings: who numbers the reference, empty where the platform does.
  supplier text not null,
  reference text not null check (length(reference) between 1 and 64),
  -- All that a person or the platform may call it: letters and digits alone, in capitals.
  reference_keys text[] not null,
  status text not null check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  -- US cents, of the newest news that told an amount which can be believed.
  amount_cents integer check (amount_cents between 0 and 100000000),
  amount_version timestamptz,
  -- What the newest news told, as it told it.
  amount_told text check (length(amount_told) <= 40),
  currency text check (length(currency) <= 8),
  -- Why a person has to look at the newest news.
  doubt text check (doubt in ('amount', 'currency', 'final')),
  travel_date date,
  travel_time text check (travel_time ~ '^([01][0-9]|2[0-3]):[0-5][0-9]$'),
  guest_count integer,
  item_id text,
  item_name text,
  -- Tells whether two addresses are the same, and nothing else.
  email_hash bytea,
  click_id text,
  -- One of the keys of the other booking.
  rebooked_from text,
  rebooked_to text,
  -- Of the newest news: when its platform says that it changed, else when it left, else when it came. Of two with the same time the
  -- digest decides, so that any order of arrival ends in one state.
  version timestamptz not null,
  version_digest bytea not null,
  -- Digests of the news that did not say when it left, shortened: the same once more is none that is newer.
  undated bytea[] not null default '{}',
  first_news_at timestamptz not null,
  last_news_at timestamptz not null,
  state text not null default 'unmatched' check (state in ('matched', 'proposed', 'unmatched', 'settled')),
  -- `evidence` proposes a booking, and changes none.
  match_kind text check (match_kind in ('reference', 'click', 'claim', 'rebooking', 'evidence', 'decision')),
  confidence smallint check (confidence between 0 and 100),
  booking_id uuid references bookings,
  unique (platform, supplier, reference),
  check ((match_kind is null) = (booking_id is null)),
  check (match_kind is not null or state in ('unmatched', 'settled'))
);
-- A booking of ours is one booking of theirs.
create unique index platform_bookings_of_booking on platform_bookings (booking_id) where match_kind <> 'evidence';
create index platform_bookings_proposed on platform_bookings (booking_id) where match_kind = 'evidence';
create index platform_bookings_by_key on platform_bookings using gin (reference_keys);
create index platform_bookings_by_click on platform_bookings (click_id) where click_id is not null;
create index platform_bookings_by_news on platform_bookings (last_news_at, id);
create index platform_bookings_by_state on platform_bookings (state, last_news_at, id);
-- What is nobody's, for the day when it is forgotten.
create index platform_bookings_without on platform_bookings (last_news_at) where booking_id is null;
grant select, insert, update, delete on platform_bookings to holoholo_app;

-- How far a platform's feed was read.
create table feeds (
  source text primary key,
  -- Null before the first page; then what the last page that was taken in said.
  cursor text check (length(cursor) <= 2000),
  -- SHA-256 of the events of that page: the same ones once more are none that are new.
  page_digest bytea,
  -- Where reading began.
  since timestamptz not null,
  -- Nobody reads before then.
  next_at timestamptz not null,
  -- In a row, for the back-off.
  failures integer not null default 0,
  read_at timestamptz
);
grant select, insert, update on feeds to holoholo_app;
