-- Hosts whose pages may be shown inside the guide, as an administrator allowed them: exactly these, no subdomains.
create table embed_hosts (
  host text primary key check (host ~ '^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$' and length(host) <= 253),
  added_at timestamptz not null,
  added_by uuid references users on delete set null
);
grant select, insert, delete on embed_hosts to holoholo_app;

-- What lies near a booked experience, and who booked both.
create index listings_by_position on listings (latitude, longitude) where is_active;
create index bookings_by_listing_and_user on bookings (listing_id, user_id);
create index clicks_by_visit on clicks (visit_id) where visit_id is not null;
