-- The scans of before orphan_codes, as many codes as are kept: those first that we made, then the most scanned, then the newest. They are
-- counted aside, so that scans of the same codes wait for the writing alone.
create table scanned_before as
  select t.code, n.reason, d.device, t.scans, t.camera, t.first_at, t.last_at
  from (select code, count(*)::integer as scans, (count(*) filter (where source = 'camera'))::integer as camera,
      min(scanned_at) as first_at, max(scanned_at) as last_at
    from orphan_scans where id <= (select until from counted_orphan_scans) group by code) t
  join (select distinct on (code) code, reason from orphan_scans where id <= (select until from counted_orphan_scans)
    order by code, scanned_at desc) n using (code)
  left join (select distinct on (code) code, device from orphan_scans
    where id <= (select until from counted_orphan_scans) and device is not null order by code, scanned_at desc) d using (code)
  order by n.reason <> 'mistyped' desc, t.scans desc, t.last_at desc
  limit 100000;
insert into orphan_codes as known (code, reason, device, scans, camera, first_at, last_at)
  select code, reason, device, scans, camera, first_at, last_at from scanned_before order by scans
on conflict (code) do update set
  scans = known.scans + excluded.scans,
  camera = known.camera + excluded.camera,
  device = coalesce(known.device, excluded.device),
  first_at = least(known.first_at, excluded.first_at);
drop table counted_orphan_scans, scanned_before;
