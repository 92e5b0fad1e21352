-- Who has more codes than are allowed from the beginning keeps them, and may have a few more.
update organisations o set qr_codes_limit = has.codes + 10
from (
  select p.organisation_id, count(*)::integer as codes from qr_codes c join locations p on p.id = c.location_id
  where c.status <> 'replaced' group by p.organisation_id
) has
where has.organisation_id = o.id and has.codes >= o.qr_codes_limit;
