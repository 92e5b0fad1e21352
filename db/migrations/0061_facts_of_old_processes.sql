-- A process of the version before, which may still serve beside this one or be gone back to, names neither the partner nor the rate of
-- what it writes: the database does, as it does for organisation_id.

-- Ours names the partner in its one statement, and comes here only with a place that has none.
create function scan_names_partner() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  new.partner_id := (select partner_id from locations where id = new.location_id);
  return new;
end $$;
create trigger scans_name_partner before insert on scans
  for each row when (new.partner_id is null) execute function scan_names_partner();

create function click_is_frozen() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select commission_rate, price_range into new.commission_rate, new.price_range from listings where id = new.listing_id;
  new.partner_id := case when new.scan_id is null then (select partner_id from locations where id = new.location_id)
    else (select partner_id from scans where id = new.scan_id) end;
  return new;
end $$;
create trigger clicks_are_frozen before insert on clicks
  for each row when (new.commission_rate is null) execute function click_is_frozen();

-- The supplier as supplierOf has it (server/features/links/links.ts).
create function booking_follows_click() returns trigger language plpgsql set search_path = pg_catalog, public, pg_temp as $$
begin
  select click.partner_id, case when new.supplier <> '' then new.supplier else
      coalesce(lower(left(case new.platform
        when 'fareharbor' then substring(click.url from '(?i)^https://[^/]+/embeds/[a-z-]+/([a-z0-9_-]+)')
        when 'external' then substring(click.url from '(?i)^https://(?:www\.)?([^/?#:]+)')
      end, 100)), '') end
    into new.partner_id, new.supplier from clicks click where click.id = new.click_id;
  new.supplier := coalesce(new.supplier, '');
  return new;
end $$;
create trigger bookings_follow_clicks before insert on bookings
  for each row when (new.partner_id is null and new.click_id is not null) execute function booking_follows_click();
