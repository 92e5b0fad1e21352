-- What a tenant asks for is a request alone: nobody decides about their own, and what is to be replaced is a code of their own places.
drop policy own on qr_requests;
create policy own on qr_requests to holoholo_tenant using (organisation_id = (select tenant_organisation()))
  with check (organisation_id = (select tenant_organisation())
    and (location_id is null or location_id in (select id from locations where organisation_id = (select tenant_organisation())))
    and (replaces is null or replaces in (select id from qr_codes)));
revoke insert on qr_requests from holoholo_tenant;
grant insert (organisation_id, requested_by, request_type, location_name, location_description, location_address, latitude, longitude, label,
  location_id, replaces, created_at) on qr_requests to holoholo_tenant;
