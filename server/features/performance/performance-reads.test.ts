import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { hawaiiDay, hawaiiDayStart, nextHawaiiDay } from '../../../contract/hawaii-time.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { nodesOf, type Plan } from '../../../tests/explained-plans.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { readPartnerFigures, rebuildRollups, rollUpClosedHours } from '../analytics/analytics.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** As whoever comes to it only now: sessions end. */
const read = async ({ organisation }: PartnerScene, range = '7d') => {
  const { cookie } = await aMember(world, organisation, ['performance_analytics']);
  const { status, body } = await world.call(`GET /api/partner-portal/performance?range=${range}`, { cookie });
  expect(status).toBe(200);
  return body;
};
/** Scans a code on one browser so many times, each of which counts. */
async function scanAgain(code: string, times: number): Promise<void> {
  let browser = { cookie: (await world.aUser()).cookie };
  for (let time = 0; time < times; time++) {
    browser = { cookie: await scan(world, browser, code) };
    world.clock.advance(11 * 60);
  }
}

test('of one who scans six times a breakdown says nothing, of five who do it says all', async () => {
  const [one, five] = [await aPartner(world), await aPartner(world)];
  await scanAgain(one.code, 6);
  await scanBy(world, five.code, 5);
  await scanAgain(five.code, 2);
  expect(await read(one)).toMatchObject({ total_scans: 6, codes: [{ scans: 'few' }] });
  expect((await read(one)).top_performing_locations).toMatchObject([{ scans: 'few', clicks: 0, bookings: 0 }]);
  expect(await read(five)).toMatchObject({ total_scans: 7, codes: [{ scans: 7 }] });
});

test('all begins with the first scan, though its day is not rolled up yet', async () => {
  const scene = await aPartner(world);
  await scanBy(world, scene.code, 1);
  const first = hawaiiDay(world.clock.now());
  world.clock.advance(2 * 86_400);
  const { from, days, total_scans } = await read(scene, 'all');
  expect([from, days.length, total_scans]).toEqual([first, 3, 1]);
});

/** What a partner's figures of today are read by, with the rows that each step read. */
async function planOf(range: Parameters<typeof readPartnerFigures>[1]): Promise<Plan> {
  let asked: CompiledQuery | undefined;
  const db = {
    executeQuery: async (query: CompiledQuery) => {
      asked = query;
      return { rows: [] };
    },
  } as unknown as World['db'];
  await readPartnerFigures(db, range);
  const explain = `explain (analyze, format json) ${asked!.sql}`;
  const { rows } = await world.database.pool.query(explain, [...asked!.parameters]);
  return rows[0]['QUERY PLAN'][0].Plan;
}

test('a partner’s figures of the open day are counted without a look at the scans of others', async () => {
  const [mine, other] = [await aPartner(world), await aPartner(world)];
  await scanBy(world, mine.code, 3);
  await scanBy(world, other.code, 1);
  const now = world.clock.now();
  await onServer(
    await ownerOf(world),
    `insert into scans (visit_id, qr_code_id, location_id, scanned_at, counted, source, partner_id)
       select s.visit_id, s.qr_code_id, s.location_id, s.scanned_at, true, 'camera', s.partner_id
       from scans s, generate_series(1, 20000) where s.partner_id = '${other.owner.id}';
     analyze scans`,
  );
  const range = { ownerId: mine.owner.id, places: [mine.placeId], codes: [], changed: [] };
  const today = { since: hawaiiDayStart(now), from: hawaiiDayStart(now), to: nextHawaiiDay(now) };
  const steps = nodesOf(await planOf({ ...range, ...today })).filter((node) => node['Relation Name'] === 'scans');
  // Those of the open hour, and who scanned which code and where over the whole day.
  expect(steps).toHaveLength(3);
  for (const { 'Actual Rows': rows = 0, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops = 1 } of steps)
    expect((rows + removed) * loops).toBeLessThan(50);
  const figures = await readPartnerFigures(world.db, { ...range, ...today });
  expect(figures.days).toMatchObject([{ scans: 3 }]);
  expect(figures.places.get(mine.placeId)).toMatchObject({ scans: 3, visits: 3 });
});

test('of the open day a visit counts once, in however many closed hours it scanned, and few stay few', async () => {
  const [one, five, busy] = [await aPartner(world), await aPartner(world), await aPartner(world)];
  let browser = { cookie: (await world.aUser()).cookie };
  await scanBy(world, busy.code, 6);
  for (let hour = 0; hour < 6; hour++) {
    if (hour < 5) await scanBy(world, five.code, 1);
    browser = { cookie: await scan(world, browser, one.code) };
    world.clock.advance(3_600);
  }
  world.clock.advance(120);
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await read(one)).toMatchObject({ total_scans: 6, codes: [{ scans: 'few' }] });
  expect(await read(five)).toMatchObject({ total_scans: 5, codes: [{ scans: 5 }] });
  expect(await read(busy)).toMatchObject({ total_scans: 6, codes: [{ scans: 6 }] });
  // Of the open hour, too.
  await scanBy(world, busy.code, 2);
  await scanBy(world, one.code, 4);
  expect((await read(busy)).codes).toMatchObject([{ scans: 8 }]);
  expect((await read(one)).top_performing_locations).toMatchObject([{ scans: 10 }]);
});

test('of the open day the events of closed hours are read from the rollups', async () => {
  const [mine, other] = [await aPartner(world), await aPartner(world)];
  const guest = { cookie: await scan(world, await world.aUser(), mine.code) };
  const listing = await world.aListing();
  const open = async () => {
    const list = `location/${mine.placeId}`;
    const body = {
      event_type: 'map_pin_clicked',
      business_listing_id: listing,
      qr_code_id: mine.code,
      event_data: { list },
    };
    expect((await world.call('POST /api/analytics/events', { cookie: guest.cookie, body })).status).toBe(202);
  };
  await open();
  await open();
  const { rows: places } = await world.database.pool.query(
    `select partner_id, location_id from events where listing_id = $1`,
    [listing],
  );
  expect(places).toEqual(Array(2).fill({ partner_id: mine.owner.id, location_id: mine.placeId }));
  await onServer(
    await ownerOf(world),
    `insert into events (received_at, event_type, audience, listing_id, data, partner_id, location_id)
       select e.received_at, e.event_type, 'visitor', e.listing_id, '{}', '${other.owner.id}', ${other.placeId}
       from (select * from events where listing_id = ${listing} limit 1) e, generate_series(1, 40000);
     analyze events`,
  );
  world.clock.advance(2 * 3_600);
  await rollUpClosedHours(world.db, world.clock.now());
  await open();
  // As the database does by itself, a while after.
  const indexes = `pg_class c join pg_am a on a.oid = c.relam where relkind = 'i' and amname = 'brin' and relname ~ '^events_'`;
  await onServer(await ownerOf(world), `select brin_summarize_new_values(c.oid) from ${indexes}`);
  const { rows: options } = await world.database.pool.query(`select reloptions from ${indexes}`);
  expect(options.length).toBeGreaterThan(2);
  for (const { reloptions } of options) expect(reloptions).toContain('autosummarize=on');
  const now = world.clock.now();
  const range = { ownerId: mine.owner.id, places: [mine.placeId], codes: [], changed: [] };
  const today = { since: hawaiiDayStart(now), from: hawaiiDayStart(now), to: nextHawaiiDay(now) };
  const steps = nodesOf(await planOf({ ...range, ...today })).filter((node) =>
    String(node['Relation Name']).startsWith('events'),
  );
  const read = (node: Record<string, unknown>) =>
    ['Actual Rows', 'Rows Removed by Filter', 'Rows Removed by Index Recheck']
      .map((of) => Number(node[of] ?? 0))
      .reduce((so, rows) => so + rows) * Number(node['Actual Loops']);
  expect(steps.map((node) => read(node as never)).reduce((so, rows) => so + rows, 0)).toBeLessThan(5_000);
  const figures = await readPartnerFigures(world.db, { ...range, ...today });
  expect(figures.days).toMatchObject([{ scans: 1, openings: 3 }]);
  expect(figures.places.get(mine.placeId)).toMatchObject({ scans: 1, openings: 3, visits: 1 });
  // Who counts a day again has its open hour among the rollups, too.
  await rebuildRollups(world.db, now, new Date(now.getTime() + 1));
  const again = await readPartnerFigures(world.db, { ...range, ...today });
  expect(again.days).toMatchObject([{ scans: 1, openings: 3 }]);
});
