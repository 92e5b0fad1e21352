import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { timeRanges } from '../../../contract/time-ranges.ts';
import { aMember } from '../../../tests/an-organisation.ts';
import { aSale, askFigures, day, type FiguresScreen, hour, minute, readFigures } from '../../../tests/figures-scene.ts';
import { follow, scan } from '../../../tests/held-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
});

const ask = (by: TestUser, screen: FiguresScreen, query = '') => askFigures(world, by, screen, query);
const read = (by: TestUser, screen: FiguresScreen, query = '') => readFigures(world, by, screen, query);

const values = (body: Record<string, { value?: unknown }>) =>
  Object.fromEntries(
    ['scans', 'openings', 'clicks', 'bookings', 'revenue', 'conversion_rate'].map((name) => [name, body[name]!.value]),
  );

test('scans, openings, clicks, bookings and revenue move each its own figure, of the partner’s and of the whole', async () => {
  const [own, whole] = [await read(scene.owner, 'overview'), await read(admin, 'overview')];
  const listing = await world.aListing();
  await scanBy(world, scene.code, 4);
  await aSale(world, admin, scene.code, { dollars: 123.45, listing });
  await follow(world, await scan(world, await world.aUser(), scene.code), listing);
  const visitor = await scan(world, await world.aUser(), scene.code);
  const opened = {
    event_type: 'map_pin_clicked',
    business_listing_id: listing,
    qr_code_id: scene.code,
    event_data: {},
  };
  await world.call('POST /api/analytics/events', { body: opened, cookie: visitor });
  for (const [by, before] of [
    [scene.owner, own],
    [admin, whole],
  ] as const) {
    const after = await read(by, 'overview');
    expect(values(after)).toMatchObject({
      scans: before.scans.value + 7,
      openings: before.openings.value + 1,
      clicks: before.clicks.value + 2,
      bookings: before.bookings.value + 1,
      revenue: Math.round((before.revenue.value + 123.45) * 100) / 100,
      conversion_rate: (before.bookings.value + 1) / (before.scans.value + 7),
    });
    expect(after.estimated_bookings).toBe(before.estimated_bookings + 1);
    expect(after.points).toHaveLength(30);
    expect(after.points.at(-1)).toEqual({
      at: hawaiiDay(world.clock.now()),
      scans: before.points.at(-1).scans + 7,
      openings: before.points.at(-1).openings + 1,
      clicks: before.points.at(-1).clicks + 2,
      bookings: before.points.at(-1).bookings + 1,
      revenue: Math.round((before.points.at(-1).revenue + 123.45) * 100) / 100,
    });
  }
  const other = await aPartner(world);
  expect(values(await read(other.owner, 'overview'))).toEqual({
    ...{ scans: 0, openings: 0, clicks: 0, bookings: 0, revenue: 0, conversion_rate: null },
  });
});

test('figures are the same once their hours and days are closed', async () => {
  world.clock.advance(2 * hour);
  await scanBy(world, scene.code, 3);
  await aSale(world, admin, scene.code, { dollars: 50, listing: await world.aListing() });
  world.clock.advance(3 * hour);
  const figures = async () => {
    const all = [];
    for (const by of [admin, scene.owner])
      for (const screen of ['overview', 'revenue', 'business-intelligence'] as const)
        for (const range of timeRanges) all.push(await read(by, screen, `?time_range=${range}`));
    return all;
  };
  const before = await figures();
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await figures()).toEqual(before);
  expect(before[0].scans.value).toBeGreaterThanOrEqual(4);
});

test.each(['24h', '7d'])(
  'a booking of a closed hour of today that changes is told at once in %s, and once',
  async (range) => {
    world.clock.advance(8 * day);
    const id = await aSale(world, admin, scene.code, { dollars: 50, listing: await world.aListing() });
    world.clock.advance(3 * hour);
    await rollUpClosedHours(world.db, world.clock.now());
    const told = async () => {
      const all = [];
      for (const by of [admin, scene.owner]) {
        const { bookings, revenue } = await read(by, 'overview', `?time_range=${range}`);
        all.push([bookings.value, revenue.value]);
      }
      return all;
    };
    const each = (bookings: number, revenue: number) => [
      [bookings, revenue],
      [bookings, revenue],
    ];
    expect(await told()).toEqual(each(1, 50));
    const change = (to: object) => world.db.updateTable('bookings').set(to).where('id', '=', id).execute();
    for (const [to, now] of [
      [{ amount_cents: 6_000 }, each(1, 60)],
      [{ status: 'cancelled' }, each(0, 0)],
    ] as const) {
      await change(to);
      expect(await told()).toEqual(now);
      await rollUpClosedHours(world.db, world.clock.now());
      expect(await told()).toEqual(now);
    }
  },
);

test.each([false, true])('24 hours are 24 hours to the minute, rolled up or not: %s', async (isRolledUp) => {
  // Scans are measured since.
  await scanBy(world, scene.code, 1);
  world.clock.advance(3 * day);
  await rollUpClosedHours(world.db, world.clock.now());
  const scans = async (by: TestUser) => {
    if (isRolledUp) await rollUpClosedHours(world.db, world.clock.now());
    const body = await read(by, 'overview', '?time_range=24h');
    const told = body.points.reduce((sum: number, point: { scans: number }) => sum + point.scans, 0);
    if (by === admin) expect(told).toBe(body.scans.value);
    // Of hours a partner would learn when a single guest came.
    else expect(body.points).toEqual([]);
    return [body.scans.value, body.scans.before];
  };
  const both = async () => [await scans(scene.owner), await scans(admin)];
  await scanBy(world, scene.code, 1);
  expect(await both()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  world.clock.advance(23 * hour + 59 * minute);
  expect(await both()).toEqual([
    [1, 0],
    [1, 0],
  ]);
  world.clock.advance(2 * minute);
  expect(await both()).toEqual([
    [0, 1],
    [0, 1],
  ]);
  world.clock.advance(23 * hour + 58 * minute);
  expect((await both())[0]).toEqual([0, 1]);
  world.clock.advance(2 * minute);
  expect((await both())[0]).toEqual([0, 0]);
});

test('days begin at Hawaiʻi’s midnight, and as many before them are before', async () => {
  await scanBy(world, scene.code, 2);
  for (const [range, days] of [
    ['7d', 7],
    ['30d', 30],
    ['90d', 90],
    ['1y', 365],
  ] as const) {
    const { from, until, scans, points } = await read(scene.owner, 'overview', `?time_range=${range}`);
    expect([scans.value, points.length]).toEqual([2, days]);
    expect(Date.parse(until) - Date.parse(from)).toBe(days * day * 1000);
    expect(new Date(until).toISOString()).toMatch(/T10:00:00.000Z$/);
  }
  world.clock.advance(7 * day);
  const { scans } = await read(scene.owner, 'overview', '?time_range=7d');
  expect([scans.value, scans.before]).toEqual([0, 2]);
});

test('what one day or another tells is called beyond chance once there are enough days of both', async () => {
  world.clock.advance(40 * day);
  scene = await aPartner(world);
  const chance = async () => (await read(scene.owner, 'overview', '?time_range=7d')).scans.beyond_chance;
  await scanBy(world, scene.code, 1);
  for (let at = 0; at < 13; at++) {
    expect(await chance(), `day ${at}`).toBe(null);
    world.clock.advance(day);
    await scanBy(world, scene.code, at < 6 ? 1 + (at % 2) : 4 + (at % 2));
  }
  expect(await chance()).toBe(true);
  world.clock.advance(4 * day);
  // Days of four and five scans, and days of none.
  expect(await chance()).toBe(false);
}, 60_000);

test('staff see no money, and the revenue is not for them', async () => {
  const clerk = await aMember(world, scene.organisation, ['performance_analytics']);
  await aSale(world, admin, scene.code, { dollars: 87_654, listing: await world.aListing() });
  const { revenue, points, bookings } = await read(clerk, 'overview');
  expect([revenue, bookings.value]).toEqual([{ value: null, before: null, beyond_chance: null }, 1]);
  expect(points.at(-1)).toMatchObject({ bookings: 1, revenue: null });
  expect(JSON.stringify(await read(clerk, 'business-intelligence'))).not.toContain('87654');
  expect((await ask(clerk, 'revenue')).status).toBe(403);
  const other = await aMember(world, scene.organisation, ['qr_code_management']);
  for (const screen of ['overview', 'revenue', 'business-intelligence'] as const)
    expect((await ask(other, screen)).status).toBe(403);
  expect((await ask(scene.owner, 'rows', '?of=scans')).status).toBe(403);
});

test('the revenue of a partner is for those who may see its figures and its money', async () => {
  const permissions = (of: string[]) =>
    world.db.updateTable('members').set({ permissions: of }).where('user_id', '=', scene.owner.id).execute();
  const asked = async () => (await ask(scene.owner, 'revenue')).status;
  for (const [of, status] of [
    [['commission_tracking'], 403],
    [['performance_analytics'], 403],
    [['commission_tracking', 'performance_analytics'], 200],
  ] as const) {
    await permissions([...of]);
    expect([of, await asked()]).toEqual([of, status]);
  }
});

test('a suspended partner is told why', async () => {
  await world.db
    .updateTable('organisations')
    .set({ state: 'suspended' })
    .where('id', '=', scene.organisation)
    .execute();
  for (const screen of ['overview', 'revenue', 'business-intelligence'] as const) {
    const { status, body } = await ask(scene.owner, screen);
    expect([status, body.code]).toEqual([403, 'organisation_suspended']);
  }
});
