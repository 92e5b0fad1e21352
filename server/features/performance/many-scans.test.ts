import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiZone } from '../../../contract/hawaii-time.ts';
import { performanceRanges } from '../../../contract/portal-states.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { rebuildRollups, rollUpClosedHours } from '../analytics/analytics.ts';

const scans = 100_000;
const days = 400;

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

test('of 100,000 scans each range, day, place and code is told as a recount of the rows has it', async () => {
  const scene = await aPartner(world);
  const pool = await world.aCode({ location_id: await world.aPlace({ partner_id: scene.owner.id, name: 'Pool' }) });
  const other = await aPartner(world);
  const now = world.clock.now();
  // One in ten repeats what was counted, one in seven is another partner's, and a visit scans several times.
  await onServer(
    await ownerOf(world),
    `alter table scans disable trigger scans_mark_hours;
     insert into visits (token_hash, created_at, last_seen_at) select sha256(n::text::bytea), '${now.toISOString()}', '${now.toISOString()}' from generate_series(1, 2000) n;
     insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
       select v.first + n * 7919 % 2000, c.id, c.location_id, '${now.toISOString()}'::timestamptz - n * (interval '${days} days' / ${scans}),
         n % 10 > 0, 'camera', l.partner_id
       from generate_series(0, ${scans - 1}) n, (select max(id) - 1999 as first from visits) v,
         qr_codes c join locations l on l.id = c.location_id
       where c.code = case when n % 7 = 0 then '${other.code}' when n % 3 = 0 then '${pool.code}' else '${scene.code}' end;
     alter table scans enable trigger scans_mark_hours`,
  );
  await rebuildRollups(world.db, new Date(now.getTime() - (days + 1) * 86_400_000), now);
  await rollUpClosedHours(world.db, now);
  const member = await aMember(world, scene.organisation, ['performance_analytics']);
  for (const range of performanceRanges) {
    const { body } = await world.call(`GET /api/partner-portal/performance?range=${range}`, { cookie: member.cookie });
    const { rows } = await world.database.pool.query(
      `select to_char(scanned_at at time zone '${hawaiiZone}', 'YYYY-MM-DD') as day, code, s.location_id, count(*)::int as scans
       from scans s join qr_codes c on c.id = s.qr_code_id where s.partner_id = $1 and counted
         and (scanned_at at time zone '${hawaiiZone}')::date between $2 and $3 group by 1, 2, 3`,
      [scene.owner.id, body.from, body.until],
    );
    const sumOf = (is: (row: { day: string; code: string; location_id: number }) => boolean) =>
      rows.filter(is).reduce((so, row) => so + row.scans, 0);
    expect(body.total_scans).toBe(sumOf(() => true));
    expect(body.days.map(({ day, scans }: { day: string; scans: number }) => [day, scans])).toEqual(
      body.days.map(({ day }: { day: string }) => [day, sumOf((row) => row.day === day)]),
    );
    for (const { location_id, scans } of body.top_performing_locations)
      expect(scans).toBe(sumOf((row) => row.location_id === location_id));
    for (const { qr_code_id, scans } of body.codes) expect(scans).toBe(sumOf(({ code }) => code === qr_code_id));
    expect([body.codes.length, body.top_performing_locations.length]).toEqual([2, 2]);
  }
  const all = (await world.call('GET /api/partner-portal/performance?range=all', { cookie: member.cookie })).body;
  expect(all.total_scans).toBeGreaterThan(scans / 2);
}, 120_000);
