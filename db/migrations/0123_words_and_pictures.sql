-- Words of a listing for Japanese readers; null where there are none, and the English ones stand.
alter table listings
  add column name_ja text check (length(name_ja) between 1 and 200),
  add column description_ja text check (length(description_ja) >= 40);

-- Japanese is written without spaces: what is looked up is each pair of letters that stand beside each other, and the last one alone.
create function japanese_pairs(value text) returns text[]
  language sql immutable strict parallel safe
  return (
    select coalesce(array_agg(distinct substr(run[1], place, 2)), '{}')
    from regexp_matches(normalize(value, NFKC), '[ぁ-ゖァ-ヺー々〆一-鿿]+', 'g') run, generate_series(1, length(run[1])) place);
alter table listings add column search_pairs tsvector generated always as (
  array_to_tsvector(japanese_pairs(coalesce(name_ja, '') || ' ' || coalesce(description_ja, '')))) stored;
create index listings_by_pairs on listings using gin (search_pairs) with (fastupdate = off);

-- In which widths the picture of a listing is there; null of one that is there in one alone.
alter table listings add column image_widths integer[];
-- What a tenant sees of the experiences, as before (0075_earned_on.sql), and these.
create or replace view walled.listings as
  select l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url,
    l.image_color, l.rating, l.review_count, l.price_range, l.is_active, l.is_featured, l.latitude, l.longitude, l.search_words,
    l.created_at, l.updated_at,
    case when l.organisation_id = (select tenant_organisation()) then l.commission_rate end as commission_rate,
    case when l.organisation_id = (select tenant_organisation()) then l.organisation_id end as organisation_id,
    case when l.organisation_id = (select tenant_organisation()) then l.advertiser_id end as advertiser_id,
    l.name_ja, l.description_ja, l.search_pairs, l.image_widths
  from public.listings l
  where l.is_active or l.organisation_id = (select tenant_organisation())
    or l.id in (select listing_id from saved_listings where user_id = (select tenant_person()))
    or l.id in (select listing_id from bookings where user_id = (select tenant_person()))
    or l.id in (select listing_id from booking_inquiries where user_id = (select tenant_person()))
    or exists (select from commissions c where c.organisation_id = (select tenant_organisation()) and c.listing_id = l.id);

-- Pictures that were sent for a listing: the one that is drawn now, the one that it shows, and those that it showed until lately. The
-- number is the upload's, and part of the picture's address: another picture has another one.
create table listing_pictures (
  id uuid primary key,
  listing_id integer not null references listings on delete cascade,
  state text not null check (state in ('waiting', 'done', 'failed')),
  problem text,
  url text,
  color text,
  widths integer[],
  asked_by uuid references users on delete set null,
  asked_at timestamptz not null,
  -- Since when it is shown no more; of one that failed, since when that is known.
  past_since timestamptz,
  check ((state = 'done') = (url is not null)),
  check ((state = 'failed') = (problem is not null))
);
create index listing_pictures_by_listing on listing_pictures (listing_id, asked_at desc);
create unique index listing_pictures_waiting on listing_pictures (listing_id) where state = 'waiting';
create index listing_pictures_past on listing_pictures (past_since) where past_since is not null;
grant select, insert, delete, update (state, problem, url, color, widths, past_since) on listing_pictures to holoholo_app;

create table listing_picture_files (
  picture_id uuid not null references listing_pictures on delete cascade,
  width integer not null,
  type text not null check (type in ('avif', 'webp')),
  bytes bytea not null,
  primary key (picture_id, width, type)
);
grant select, insert, delete on listing_picture_files to holoholo_app;
