-- A place that changes hands leaves its past with whom it was earned, also behind the wall: what happened at a place is seen by the
-- partner that is kept with it. An owner's user id stands for their organisation, as in locations.partner_id.
drop policy at_own_places on scans;
create policy of_its_partner on scans for select to holoholo_tenant using (partner_id =
  (select owner_id from organisations where id = (select tenant_organisation()) and kind = 'partner'));

drop policy at_own_places on clicks;
create policy of_its_partner on clicks for select to holoholo_tenant using (partner_id =
  (select owner_id from organisations where id = (select tenant_organisation()) and kind = 'partner'));

drop policy at_own_places on bookings;
create policy of_its_partner on bookings for select to holoholo_tenant using (partner_id =
  (select owner_id from organisations where id = (select tenant_organisation()) and kind = 'partner'));

-- A partner's own part of a listing, too. Those of a place and of a code do not say whose they were, and stay with the place.
drop policy own on rollups;
create policy own on rollups for select to holoholo_tenant using (case dimension
  when 'partner' then key in (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'partner_listing' then split_part(key, '/', 1) in
    (select owner_id::text from organisations where id = (select tenant_organisation()) and kind = 'partner')
  when 'place' then key in (select id::text from locations where organisation_id = (select tenant_organisation()))
  when 'code' then key in (select c.id::text from qr_codes c join locations p on p.id = c.location_id
    where p.organisation_id = (select tenant_organisation()))
  when 'listing' then key in (select id::text from listings where organisation_id = (select tenant_organisation()))
  else false end);
