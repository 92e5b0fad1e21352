-- What helps a traveler decide: months in which it is open, what it asks of those who come, and where one meets.
alter table listings
  -- 1 to 12; null of one that is open all the year.
  add column open_months integer[] check (open_months <@ '{1,2,3,4,5,6,7,8,9,10,11,12}' and cardinality(open_months) between 1 and 12),
  -- null: nobody has told.
  add column steps text check (steps in ('none', 'few', 'many')),
  add column transfer text check (transfer in ('none', 'helped', 'unaided')),
  add column hearing text check (hearing in ('captions', 'loop', 'written', 'none')),
  add column sensory text check (sensory in ('calm', 'loud', 'bright', 'dark')),
  add column image_words text check (length(image_words) between 1 and 200),
  add column meeting_point text check (length(meeting_point) between 1 and 200),
  add column meeting_latitude double precision check (meeting_latitude between -90 and 90),
  add column meeting_longitude double precision check (meeting_longitude between -180 and 180),
  add constraint listings_meeting check ((meeting_latitude is null) = (meeting_longitude is null)),
  -- Why no guest finds it though nobody has deleted it: its advertiser has paused it, or no administrator has approved it yet. Null of
  -- one that guests find, and of one that administrators hide.
  add column held text check (held in ('unpublished', 'paused')),
  add constraint listings_held check (held is null or not is_active),
  -- Whether it has pictures behind the one that lists show.
  add column more_pictures boolean not null default false;
-- Whether there is anything to tell of it beside its words.
alter table listings add column has_details boolean not null generated always as (
  more_pictures or num_nonnulls(open_months, steps, transfer, hearing, sensory, meeting_point, meeting_latitude) > 0) stored;

-- What an advertiser asks of the administrators: that a new listing is shown, or that one has another link or price. What was decided
-- stays as it was sent.
create table listing_proposals (
  id uuid primary key default gen_random_uuid(),
  -- In which order they came, of the same moment too.
  number bigint generated always as identity,
  organisation_id uuid not null references organisations,
  listing_id integer not null references listings on delete cascade,
  is_new boolean not null,
  -- All of a new one; of others the fields that are to be another.
  content jsonb not null,
  -- What those were when it was asked; null of a new one.
  was jsonb,
  state text not null check (state in ('submitted', 'approved', 'declined', 'withdrawn')),
  proposed_by uuid references users on delete set null,
  submitted_at timestamptz not null,
  decided_at timestamptz,
  decided_by uuid references users on delete set null,
  decision_reason text,
  check ((state = 'submitted') = (decided_at is null)),
  check (is_new = (was is null))
);
create index listing_proposals_of on listing_proposals (listing_id, number desc);
create index listing_proposals_by_organisation on listing_proposals (organisation_id);
create index listing_proposals_by_time on listing_proposals (submitted_at, id);
create index listing_proposals_by_proposer on listing_proposals (proposed_by) where proposed_by is not null;
create index listing_proposals_by_decider on listing_proposals (decided_by) where decided_by is not null;
-- Of one listing one of its advertiser's waits; what a former one left is withdrawn where the listing goes on.
create unique index listing_proposals_open on listing_proposals (listing_id, organisation_id) where state = 'submitted';
grant select, insert, update (content, was, state, decided_at, decided_by, decision_reason) on listing_proposals to holoholo_app;
create policy application on listing_proposals to holoholo_app using (true) with check (true);
create policy own on listing_proposals to holoholo_tenant using (organisation_id = (select tenant_organisation()))
  with check (organisation_id = (select tenant_organisation()));
grant select, insert (organisation_id, listing_id, is_new, content, was, state, proposed_by, submitted_at),
  update (content, was, state, decided_at) on listing_proposals to holoholo_tenant;
-- What an advertiser asks waits until it takes it back or an administrator decides.
create policy asked on listing_proposals as restrictive for insert to holoholo_tenant with check (state = 'submitted');
create policy waiting on listing_proposals as restrictive for update to holoholo_tenant using (state = 'submitted')
  with check (state in ('submitted', 'withdrawn'));
alter table listing_proposals enable row level security;

-- What a tenant sees of these comes with campaigns (0141_campaigns.sql).
grant update (name_ja, description_ja, open_months, steps, transfer, hearing, sensory, meeting_point, meeting_latitude,
  meeting_longitude, held, deleted_at, active_before), insert (name_ja, description_ja, open_months, steps, transfer, hearing, sensory, meeting_point,
  meeting_latitude, meeting_longitude, held, created_at, updated_at) on listings to holoholo_tenant;

-- A listing has pictures in an order, the first of them its own in lists. The place of one that is past says nothing: an earlier version of the guide leaves it.
alter table listing_pictures
  add column place smallint check (place between 1 and 12),
  add column words text check (length(words) between 1 and 200),
  -- What of it is shown: its left and upper edge, its width and its height, in millionths of the whole.
  add column crop integer[] check (cardinality(crop) = 4),
  -- Whether it joins those that there are, or comes in the place of the first.
  add column is_added boolean not null default false;
update listing_pictures set place = 1 where state = 'done' and past_since is null;
drop index listing_pictures_waiting;
create unique index listing_pictures_waiting on listing_pictures (listing_id) where state = 'waiting' and not is_added;
create index listing_pictures_all_waiting on listing_pictures (listing_id) where state = 'waiting';
grant update (place, words) on listing_pictures to holoholo_app;

-- A process of the version before knows nothing of these: a listing that it shows again is held no more, and a picture that it shows in the
-- place of another has its own words, or none.
create function listing_is_held_no_more() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.held := null;
  return new;
end $$;
create trigger listings_held_no_more before update on listings for each row
  when (new.is_active and not old.is_active and new.held is not distinct from old.held)
  execute function listing_is_held_no_more();
create function listing_picture_has_own_words() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.image_words := (select p.words from listing_pictures p where p.listing_id = new.id and p.url = new.image_url limit 1);
  return new;
end $$;
create trigger listings_picture_words before update of image_url on listings for each row
  when (new.image_url is distinct from old.image_url and new.image_words is not distinct from old.image_words)
  execute function listing_picture_has_own_words();
