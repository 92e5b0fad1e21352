-- The wall between tenants. What is done for one person or one organisation runs under this role, for one transaction
-- (server/platform/database/tenants.store.ts), which says in two settings for whom: a statement whose `where` was forgotten then
-- sees nothing of others. Roles belong to the whole server, so another database may have made it.
do $$
begin
  create role holoholo_tenant nologin;
exception
  when duplicate_object or unique_violation then null;
  when insufficient_privilege then
    raise exception 'let an administrator run: create role holoholo_tenant nologin; grant holoholo_tenant to holoholo_app';
end $$;
do $$
begin
  if not pg_has_role('holoholo_app', 'holoholo_tenant', 'member') then
    -- The application takes the role; it has none of its rights, nor its policies, beside its own.
    if current_setting('server_version_num')::integer >= 160000 then
      execute 'grant holoholo_tenant to holoholo_app with inherit false, set true';
    else
      -- There it is the member that inherits or does not; of other roles the application has none.
      alter role holoholo_app noinherit;
      grant holoholo_tenant to holoholo_app;
    end if;
  end if;
exception
  when insufficient_privilege then
    raise exception 'let an administrator run: alter role holoholo_app noinherit; grant holoholo_tenant to holoholo_app';
  when others then
    -- Of two databases of a server that are made at the same time one may find the other at it.
    if not pg_has_role('holoholo_app', 'holoholo_tenant', 'member') then raise; end if;
end $$;
do $$
begin
  if pg_has_role('holoholo_app', 'holoholo_tenant', 'usage') then
    raise exception 'let an administrator run: alter role holoholo_app noinherit; revoke holoholo_tenant from holoholo_app; grant holoholo_tenant to holoholo_app';
  end if;
end $$;
grant usage on schema public to holoholo_tenant;

-- For whom the transaction works; null for nobody, who sees nothing.
create function tenant_person() returns uuid language sql stable parallel safe
  return nullif(current_setting('holoholo.person', true), '')::uuid;
create function tenant_organisation() returns uuid language sql stable parallel safe
  return nullif(current_setting('holoholo.organisation', true), '')::uuid;

-- Every policy asks for them once per statement, not once per row: (select ...). The application itself works as before: its policy is the
-- constant true, which the planner takes away.

-- A person, and what is theirs.
create policy application on users to holoholo_app using (true) with check (true);
create policy own on users to holoholo_tenant using (id = (select tenant_person()));
create policy members on users for select to holoholo_tenant
  using (id in (select user_id from members where organisation_id = (select tenant_organisation())));
grant select, update (name, given_name) on users to holoholo_tenant;

create policy application on profiles to holoholo_app using (true) with check (true);
create policy own on profiles to holoholo_tenant using (user_id = (select tenant_person()));
create policy as_traveler on profiles as restrictive for insert to holoholo_tenant with check (role = 'traveler');
grant select, insert, update (organization_name, phone, location, interests, preferences, onboarded_at, updated_at)
  on profiles to holoholo_tenant;

create policy application on sessions to holoholo_app using (true) with check (true);
create policy own on sessions to holoholo_tenant using (user_id = (select tenant_person()));
grant select, delete on sessions to holoholo_tenant;

create policy application on saved_listings to holoholo_app using (true) with check (true);
create policy own on saved_listings to holoholo_tenant using (user_id = (select tenant_person()));
grant select, insert, update, delete on saved_listings to holoholo_tenant;

create policy application on booking_inquiries to holoholo_app using (true) with check (true);
create policy own on booking_inquiries to holoholo_tenant using (user_id = (select tenant_person()));
grant select, insert on booking_inquiries to holoholo_tenant;

create policy application on visits to holoholo_app using (true) with check (true);
create policy own on visits to holoholo_tenant using (user_id = (select tenant_person()));
grant select on visits to holoholo_tenant;

create policy application on counted_scans to holoholo_app using (true) with check (true);
create policy own on counted_scans to holoholo_tenant
  using (visit_id in (select id from visits where user_id = (select tenant_person())));
grant select on counted_scans to holoholo_tenant;

create policy application on reviews to holoholo_app using (true) with check (true);
create policy own on reviews to holoholo_tenant using (user_id = (select tenant_person()))
  with check (user_id = (select tenant_person()) and booking_id in (select id from bookings where user_id = (select tenant_person())));
grant select, insert, update (rating, words, updated_at) on reviews to holoholo_tenant;

-- An organisation, and what is its.
create policy application on organisations to holoholo_app using (true) with check (true);
create policy own on organisations to holoholo_tenant using (id = (select tenant_organisation()));
grant select on organisations to holoholo_tenant;

create policy application on members to holoholo_app using (true) with check (true);
create policy own on members to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select, delete, update (permissions) on members to holoholo_tenant;

create policy application on invitations to holoholo_app using (true) with check (true);
create policy own on invitations to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select, insert, update on invitations to holoholo_tenant;

-- Places, and which experiences they show, are public; their organisation alone changes them.
create policy application on locations to holoholo_app using (true) with check (true);
create policy public on locations for select to holoholo_tenant using (true);
create policy own on locations for update to holoholo_tenant using (organisation_id = (select tenant_organisation()));
grant select, update (name, description, address, latitude, longitude, image_url, image_color) on locations to holoholo_tenant;

create policy application on curated_listings to holoholo_app using (true) with check (true);
create policy public on curated_listings for select to holoholo_tenant using (true);
create policy own on curated_listings to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
grant select, insert, update, delete on curated_listings to holoholo_tenant;

create policy application on qr_codes to holoholo_app using (true) with check (true);
create policy own on qr_codes to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
grant select, insert, update on qr_codes to holoholo_tenant;

-- What a person did, at the place of one organisation and for the experience of another: each sees it, none of the others does.
create policy application on scans to holoholo_app using (true) with check (true);
create policy own on scans for select to holoholo_tenant
  using (visit_id in (select id from visits where user_id = (select tenant_person())));
create policy at_own_places on scans for select to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
grant select on scans to holoholo_tenant;

create policy application on clicks to holoholo_app using (true) with check (true);
create policy own on clicks for select to holoholo_tenant using (user_id = (select tenant_person()));
create policy at_own_places on clicks for select to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
create policy of_own_listings on clicks for select to holoholo_tenant
  using (listing_id in (select id from listings where organisation_id = (select tenant_organisation())));
grant select on clicks to holoholo_tenant;

create policy application on bookings to holoholo_app using (true) with check (true);
create policy own on bookings to holoholo_tenant using (user_id = (select tenant_person()));
create policy at_own_places on bookings for select to holoholo_tenant
  using (location_id in (select id from locations where organisation_id = (select tenant_organisation())));
create policy of_own_listings on bookings for select to holoholo_tenant
  using (listing_id in (select id from listings where organisation_id = (select tenant_organisation())));
grant select, update (claimed_reference, check_in_date, check_in_time, check_out_date, guest_count) on bookings to holoholo_tenant;

create policy application on rollups to holoholo_app using (true) with check (true);
create policy own on rollups for select to holoholo_tenant using (case dimension
  when 'partner' then key in (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'place' then key in (select id::text from locations where organisation_id = (select tenant_organisation()))
  when 'code' then key in (select c.id::text from qr_codes c join locations p on p.id = c.location_id
    where p.organisation_id = (select tenant_organisation()))
  when 'listing' then key in (select id::text from listings where organisation_id = (select tenant_organisation()))
  else false end);
grant select on rollups to holoholo_tenant;

-- Search reads the listings by operators of which the planner keeps its statistics to itself where a table has policies. They are
-- public, so that only changes are walled off: by a trigger that does what a policy would.
create function listing_is_of_tenant() returns trigger
  language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  if tg_op = 'UPDATE' and (old.organisation_id = tenant_organisation()) is not true then return null; end if;
  if (new.organisation_id = tenant_organisation()) is not true then
    raise exception 'a listing of another organisation' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger listings_walled before insert or update on listings
  for each row when (current_user = 'holoholo_tenant') execute function listing_is_of_tenant();
grant select, update (name, description, category, subcategory, address, phone, website_url, booking_url, image_url, image_color,
  price_range, is_active, latitude, longitude, updated_at) on listings to holoholo_tenant;
grant insert (name, description, category, subcategory, address, phone, website_url, booking_url, image_url, image_color,
  price_range, is_active, latitude, longitude, organisation_id) on listings to holoholo_tenant;

-- What a change brings about is the database's own work, whoever makes it.
alter function mark_booked_hours() security definer;
alter function mark_rebooked_hours() security definer;
alter function mark_hours_of_moved_places() security definer;
alter function recount_reviews(integer[]) security definer;
alter function recount_new_reviews() security definer;
alter function recount_changed_reviews() security definer;
alter function recount_gone_reviews() security definer;
revoke execute on function mark_booked_hours, mark_rebooked_hours, mark_hours_of_moved_places, recount_reviews, recount_new_reviews,
  recount_changed_reviews, recount_gone_reviews from public;
grant insert on audit_inbox to holoholo_tenant;

-- From here on the policies count.
alter table users enable row level security;
alter table profiles enable row level security;
alter table sessions enable row level security;
alter table saved_listings enable row level security;
alter table booking_inquiries enable row level security;
alter table visits enable row level security;
alter table counted_scans enable row level security;
alter table reviews enable row level security;
alter table organisations enable row level security;
alter table members enable row level security;
alter table invitations enable row level security;
alter table locations enable row level security;
alter table curated_listings enable row level security;
alter table qr_codes enable row level security;
alter table scans enable row level security;
alter table clicks enable row level security;
alter table bookings enable row level security;
alter table rollups enable row level security;
