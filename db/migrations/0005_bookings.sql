-- A traveler followed a booking link. The click id travels in the link, so a platform's news can name it.
create table clicks (
  id bigint generated always as identity primary key,
  click_id text not null,
  user_id uuid not null references users,
  visit_id bigint references visits,
  listing_id integer not null references listings,
  -- The visit's last valid scan within 30 days: who is credited, if anybody.
  scan_id bigint references scans,
  qr_code_id integer references qr_codes,
  location_id integer references locations,
  platform text not null check (platform in ('fareharbor', 'viator', 'external')),
  url text not null,
  clicked_at timestamptz not null,
  -- Two people of one phone may follow the same page's link: a click of each.
  unique (click_id, user_id)
);
create index clicks_by_user on clicks (user_id, clicked_at);

create table bookings (
  id uuid primary key default gen_random_uuid(),
  transaction_id text not null unique,
  click_id bigint unique references clicks,
  user_id uuid not null references users,
  listing_id integer not null references listings,
  qr_code_id integer references qr_codes,
  location_id integer references locations,
  platform text not null check (platform in ('fareharbor', 'viator', 'external')),
  reference text,
  amount_cents integer not null check (amount_cents >= 0),
  -- True while the amount is assumed from the price range and no platform has confirmed it.
  estimated boolean not null default true,
  status text not null default 'pending' check (status in ('pending', 'confirmed', 'completed', 'cancelled')),
  booked_at timestamptz not null,
  check_in_date date,
  check_out_date date,
  guest_count integer check (guest_count between 1 and 1000),
  contact_info text,
  unique (platform, reference)
);
create index bookings_by_user on bookings (user_id, booked_at desc);

grant select, insert on clicks to holoholo_app;
grant select, insert, update on bookings to holoholo_app;
