-- Until when a partner's bookings earned by a tier: what is posted later of a booking of then earns by the tier of then.
create table past_tiers (
  organisation_id uuid not null references organisations,
  until timestamptz not null,
  tier text not null,
  primary key (organisation_id, until)
);
grant select, insert on past_tiers to holoholo_app;
