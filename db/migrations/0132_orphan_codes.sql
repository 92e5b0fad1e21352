-- The codes whose scans credited nobody, one row each: an administrator's list of them is read without their scans, of which one network
-- may send more in a day than a statement can read.
create table orphan_codes (
  code text primary key,
  -- Of the newest scan, and of the newest that said what it came from.
  reason text not null,
  device jsonb,
  scans integer not null,
  camera integer not null,
  first_at timestamptz not null,
  last_at timestamptz not null
);
create index orphan_codes_by_time on orphan_codes (last_at, code);
-- What goes first where there are too many: codes that we never made, which anybody can invent, then the rarest, then the oldest.
create index orphan_codes_by_worth on orphan_codes ((reason <> 'mistyped'), scans, last_at);

-- For each row, as a statement of a scan that credits somebody inserts none and must not pay for it; a process of the version before counts
-- by it too.
create function count_orphan_scan() returns trigger
  language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into orphan_codes as known (code, reason, device, scans, camera, first_at, last_at)
    values (new.code, new.reason, new.device, 1, (new.source = 'camera')::integer, new.scanned_at, new.scanned_at)
  on conflict (code) do update set
    scans = known.scans + 1,
    camera = known.camera + excluded.camera,
    reason = case when excluded.last_at >= known.last_at then excluded.reason else known.reason end,
    device = case when excluded.last_at >= known.last_at then coalesce(excluded.device, known.device)
      else coalesce(known.device, excluded.device) end,
    first_at = least(known.first_at, excluded.first_at),
    last_at = greatest(known.last_at, excluded.last_at);
  return null;
end $$;
revoke execute on function count_orphan_scan from public;
create trigger orphan_scans_count after insert on orphan_scans for each row execute function count_orphan_scan();
-- From here on each scan is counted when it is written; those until now are counted by the next migration, which nobody waits for.
create table counted_orphan_scans as select coalesce(max(id), 0) as until from orphan_scans;

grant select, delete on orphan_codes to holoholo_app;
