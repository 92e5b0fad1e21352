-- A campaign of an advertiser: one of its listings in labelled slots (docs/decisions/052-sponsored-slots.md).
create table campaigns (
  id uuid primary key default gen_random_uuid(),
  organisation_id uuid not null references organisations,
  listing_id integer not null references listings,
  name text not null check (length(name) between 1 and 200),
  state text not null default 'draft' check (state in ('draft', 'running', 'paused', 'ended')),
  -- fixed: the fee is for so many impressions, and is owed as these are delivered. click: so much for each, up to the budget.
  pricing text not null check (pricing in ('fixed', 'click')),
  -- What it may cost in all.
  budget_cents bigint not null check (budget_cents between 100 and 100000000),
  click_cents integer check (click_cents between 1 and 100000),
  most_impressions integer check (most_impressions between 1 and 10000000),
  most_a_day integer check (most_a_day between 1 and 10000000),
  -- Days of Hawaiʻi, both within.
  first_day date not null,
  last_day date not null,
  -- Times of the clock and languages, as rules of a list have them; null where it is shown at all times to all.
  time_from text,
  time_until text,
  languages text[] not null default '{}',
  -- Lists of the guide by category; the places are in campaign_places. Neither: everywhere.
  categories text[] not null default '{}',
  -- What was counted until now, and what it has cost.
  impressions integer not null default 0,
  clicks integer not null default 0,
  charged_cents bigint not null default 0,
  -- What of that an administrator took back.
  credited_cents bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  check (last_day >= first_day),
  check ((pricing = 'click') = (click_cents is not null)),
  check (pricing = 'click' or most_impressions is not null),
  check ((time_from is null) = (time_until is null)),
  check (impressions between 0 and coalesce(most_impressions, 2147483647)),
  check (charged_cents between 0 and budget_cents),
  check (credited_cents between 0 and charged_cents)
);
create index campaigns_by_organisation on campaigns (organisation_id, updated_at desc, id);
create index campaigns_by_time on campaigns (updated_at desc, id);
create index campaigns_running on campaigns (last_day) where state = 'running';
create index campaigns_by_listing on campaigns (listing_id);

create table campaign_places (
  campaign_id uuid not null references campaigns on delete cascade,
  location_id integer not null references locations on delete cascade,
  primary key (campaign_id, location_id)
);
create index campaign_places_by_place on campaign_places (location_id);

-- What counted: of each visit one impression, one opening and one click of a campaign and a day of Hawaiʻi. As many rows as caps allow;
-- they are forgotten in time, sums stay in campaign_days.
create table campaign_touches (
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  kind text not null check (kind in ('impression', 'open', 'click')),
  visit_id bigint not null,
  -- Null of a list of the guide.
  location_id integer,
  touched_at timestamptz not null,
  -- What it cost.
  cents integer not null check (cents >= 0),
  primary key (campaign_id, day, kind, visit_id)
);
-- Whose bookings came of a click.
create index campaign_clicks_by_visit on campaign_touches (visit_id, touched_at) where kind = 'click';

-- What the tidying goes by: who saw one is forgotten earlier than who clicked it.
create index campaign_touches_views on campaign_touches (day) where kind <> 'click';
create index campaign_touches_clicks on campaign_touches (day) where kind = 'click';

-- The same added up, of each place; 0 for the guide's lists. `own` and `programs` count nowhere else and cost nothing.
create table campaign_days (
  campaign_id uuid not null references campaigns on delete cascade,
  day date not null,
  location_id integer not null,
  impressions integer not null default 0,
  opens integer not null default 0,
  clicks integer not null default 0,
  cents bigint not null default 0,
  own integer not null default 0,
  programs integer not null default 0,
  primary key (campaign_id, day, location_id)
);

-- An advertiser sees its own; the guide and administrators all.
create policy application on campaigns to holoholo_app using (true) with check (true);
create policy own on campaigns to holoholo_tenant using (organisation_id = (select tenant_organisation()))
  with check (organisation_id = (select tenant_organisation()));
create policy application on campaign_places to holoholo_app using (true) with check (true);
create policy own on campaign_places to holoholo_tenant
  using (campaign_id in (select id from campaigns where organisation_id = (select tenant_organisation())))
  with check (campaign_id in (select id from campaigns where organisation_id = (select tenant_organisation())));
create policy application on campaign_touches to holoholo_app using (true) with check (true);
create policy own on campaign_touches for select to holoholo_tenant
  using (campaign_id in (select id from campaigns where organisation_id = (select tenant_organisation())));
create policy application on campaign_days to holoholo_app using (true) with check (true);
create policy own on campaign_days for select to holoholo_tenant
  using (campaign_id in (select id from campaigns where organisation_id = (select tenant_organisation())));
alter table campaigns enable row level security;
alter table campaign_places enable row level security;
alter table campaign_touches enable row level security;
alter table campaign_days enable row level security;
grant select, insert, delete, update (name, state, pricing, budget_cents, click_cents, most_impressions, most_a_day, first_day, last_day,
  time_from, time_until, languages, categories, impressions, clicks, charged_cents, credited_cents, updated_at) on campaigns
  to holoholo_app;
-- An advertiser makes drafts, of which nothing was counted, and takes nothing away that has begun.
grant select, delete, insert (organisation_id, listing_id, name, pricing, budget_cents, click_cents, most_impressions, most_a_day,
  first_day, last_day, time_from, time_until, languages, categories, created_at, updated_at), update (name, state, pricing, budget_cents,
  click_cents, most_impressions, most_a_day, first_day, last_day, time_from, time_until, languages, categories, updated_at) on campaigns
  to holoholo_tenant;
-- Of a listing that is its own then: what a campaign is of stays in sight.
create policy of_own_listings on campaigns as restrictive for insert to holoholo_tenant
  with check (listing_id in (select id from walled.listings where organisation_id = (select tenant_organisation())));
create policy drafts on campaigns as restrictive for delete to holoholo_tenant using (state = 'draft');
grant select, insert, delete on campaign_places to holoholo_app, holoholo_tenant;
grant select, insert, delete on campaign_touches to holoholo_app;
grant select, insert, update on campaign_days to holoholo_app;
grant select on campaign_touches, campaign_days to holoholo_tenant;

-- What a tenant sees of the experiences, as before (0123_words_and_pictures.sql), what 0140 adds to them, and those that its campaigns
-- were of: what came of them is told whoever has the listing by now.
create or replace view walled.listings as
  select l.id, l.name, l.description, l.category, l.subcategory, l.address, l.phone, l.website_url, l.booking_url, l.image_url,
    l.image_color, l.rating, l.review_count, l.price_range, l.is_active, l.is_featured, l.latitude, l.longitude, l.search_words,
    l.created_at, l.updated_at,
    case when l.organisation_id = (select tenant_organisation()) then l.commission_rate end as commission_rate,
    case when l.organisation_id = (select tenant_organisation()) then l.organisation_id end as organisation_id,
    case when l.organisation_id = (select tenant_organisation()) then l.advertiser_id end as advertiser_id,
    l.name_ja, l.description_ja, l.search_pairs, l.image_widths, l.deleted_at, l.open_months, l.steps, l.transfer, l.hearing, l.sensory,
    l.image_words, l.meeting_point, l.meeting_latitude, l.meeting_longitude, l.held, l.active_before, l.has_details
  from public.listings l
  where l.is_active or l.organisation_id = (select tenant_organisation())
    or l.id in (select listing_id from saved_listings where user_id = (select tenant_person()))
    or l.id in (select listing_id from bookings where user_id = (select tenant_person()))
    or l.id in (select listing_id from booking_inquiries where user_id = (select tenant_person()))
    or exists (select from commissions c where c.organisation_id = (select tenant_organisation()) and c.listing_id = l.id)
    or exists (select from campaigns k where k.organisation_id = (select tenant_organisation()) and k.listing_id = l.id);
grant update (name_ja, description_ja, open_months, steps, transfer, hearing, sensory, meeting_point, meeting_latitude,
  meeting_longitude, held, deleted_at, active_before) on walled.listings to holoholo_tenant;
