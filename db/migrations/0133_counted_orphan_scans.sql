-- The scans of before orphan_codes, as many codes as are kept: those first that we made, then the most scanned, then the newest.
insert into orphan_codes as known (code, reason, device, scans, camera, first_at, last_at)
  select code, (array_agg(reason order by scanned_at desc))[1],
    (array_agg(device order by scanned_at desc) filter (where device is not null))[1],
    count(*), count(*) filter (where source = 'camera'), min(scanned_at), max(scanned_at)
  from orphan_scans where id <= (select until from counted_orphan_scans)
  group by code
  order by (array_agg(reason order by scanned_at desc))[1] <> 'mistyped' desc, count(*) desc, max(scanned_at) desc
  limit 100000
on conflict (code) do update set
  scans = known.scans + excluded.scans,
  camera = known.camera + excluded.camera,
  device = coalesce(known.device, excluded.device),
  first_at = least(known.first_at, excluded.first_at);
drop table counted_orphan_scans;
