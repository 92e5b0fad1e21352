-- outside a transaction
-- Each statement may be run again, and a semicolon ends a line only where it ends a statement.

-- What was counted on a day, of all campaigns.
create index concurrently if not exists campaign_days_by_day on campaign_days (day);
-- The clicks of campaigns, whose bookings results are told of.
create index concurrently if not exists campaign_clicks_by_campaign on campaign_touches (campaign_id, day) where kind = 'click';

-- Which visit followed a sponsored card of which listing first, counted or not: what it books of that raises no rank that nobody pays for.
create table if not exists sponsored_follows (
  visit_id bigint not null,
  listing_id integer not null references listings,
  followed_at timestamptz not null,
  primary key (visit_id, listing_id)
);
create index if not exists sponsored_follows_by_time on sponsored_follows (followed_at);
grant select, insert, delete on sponsored_follows to holoholo_app;
insert into sponsored_follows (visit_id, listing_id, followed_at)
  select t.visit_id, c.listing_id, min(t.touched_at) from campaign_touches t join campaigns c on c.id = t.campaign_id
  where t.kind = 'click' group by t.visit_id, c.listing_id
  on conflict do nothing;
