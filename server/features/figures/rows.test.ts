import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aSale, askFigures, day, type FiguresScreen, hour, readFigures } from '../../../tests/figures-scene.ts';
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
  scene = await aPartner(world, { name: 'Hale Kai' });
});

const read = (by: TestUser, screen: FiguresScreen, query: string) => readFigures(world, by, screen, query);

test('what nobody has confirmed yet, and what is completed, lead to just these bookings', async () => {
  world.clock.advance(20 * day);
  const listing = await world.aListing({ booking_url: 'https://www.viator.com/tours/2' });
  const completed = await aSale(world, admin, scene.code, { dollars: 60, listing, status: 'completed' });
  await aSale(world, admin, scene.code, { dollars: 70, listing });
  const pending = await follow(world, await scan(world, await world.aUser(), scene.code), listing);
  const { estimated_bookings } = await read(admin, 'overview', '?time_range=7d');
  const { completed_bookings } = (await read(admin, 'business-intelligence', '?time_range=7d')).conversion_funnel;
  for (const [of, figure, booking] of [
    ['pending', estimated_bookings, pending],
    ['completed', completed_bookings, completed],
  ] as const) {
    const { rows, total } = await read(admin, 'rows', `?of=${of}&time_range=7d`);
    expect([of, figure, total, rows.map((row: { booking: string }) => row.booking)]).toEqual([of, 1, 1, [booking]]);
    // What a booking is only reckoned to bring is told of none.
    expect(rows[0].amount).toBe(of === 'completed' ? 60 : null);
    expect(await read(admin, 'rows', `?of=${of}&time_range=7d&platform=viator`)).toMatchObject({ total: 1 });
    expect(await read(admin, 'rows', `?of=${of}&time_range=7d&platform=fareharbor`)).toMatchObject({ total: 0 });
  }
});

test('each figure leads to its rows, newest first, a page at a time', async () => {
  world.clock.advance(40 * day);
  const listing = await world.aListing({ name: 'Reef walk', booking_url: 'https://www.viator.com/tours/1' });
  const booking = await aSale(world, admin, scene.code, { dollars: 77.7, listing });
  for (let at = 0; at < 6; at++) {
    world.clock.advance(5 * hour);
    await scanBy(world, scene.code, 10);
  }
  await rollUpClosedHours(world.db, world.clock.now());
  const rows = (query: string) => read(admin, 'rows', query);
  const of = await rows('?of=bookings&time_range=7d');
  expect(of).toMatchObject({ total: 1, next: null });
  expect(of.rows).toEqual([
    {
      at: expect.any(String),
      count: 1,
      ...{ booking, code: scene.code, location_id: scene.placeId, place: 'Hale Kai', partner: expect.any(String) },
      ...{ listing_id: listing, listing: 'Reef walk', platform: 'viator', status: 'confirmed', amount: 77.7 },
    },
  ]);
  expect(await rows('?of=bookings&time_range=7d&platform=fareharbor')).toMatchObject({ rows: [], total: 0 });
  expect((await rows('?of=clicks&time_range=7d&platform=viator')).rows).toHaveLength(1);
  for (const range of ['7d', '90d']) {
    const first = await rows(`?of=scans&time_range=${range}`);
    const rest = await rows(`?of=scans&time_range=${range}&after=${first.next}`);
    expect([first.rows.length, rest.rows.length, rest.next]).toEqual([50, first.total - 50, null]);
    const times = [...first.rows, ...rest.rows].map((row: { at: string }) => row.at);
    expect(times).toEqual([...times].sort().reverse());
  }
  const { points } = await read(admin, 'overview', '?time_range=7d');
  for (const { at, scans } of points) {
    const told = await rows(`?of=scans&time_range=7d&day=${at}`);
    expect([told.total, told.rows.length]).toEqual([scans, Math.min(scans, 50)]);
  }
  const { scans } = await read(admin, 'overview', '?time_range=24h');
  expect((await rows('?of=scans&time_range=24h')).total).toBe(scans.value);
  expect(await rows(`?of=scans&time_range=7d&day=2020-01-01`)).toMatchObject({ rows: [], total: 0, next: null });
  for (const query of ['?of=scans&after=x', '?of=views', '?of=scans&day=2026-13-01'])
    expect((await askFigures(world, admin, 'rows', query)).status).toBe(400);
});

test('the pages of a range have, one after the other, as many rows as the figure says, each once', async () => {
  world.clock.advance(40 * day);
  for (const pause of [day, day, hour, hour, hour, hour]) {
    for (let at = 0; at < 30; at++) {
      await scanBy(world, scene.code, 1);
      world.clock.advance(1);
    }
    world.clock.advance(pause);
  }
  await scanBy(world, scene.code, 1);
  for (const [range, count] of [
    ['24h', 121],
    ['7d', 181],
  ] as const) {
    const { scans } = await read(admin, 'overview', `?time_range=${range}`);
    const rows: unknown[] = [];
    let next: string | null = '';
    while (next !== null) {
      const page = await read(admin, 'rows', `?of=scans&time_range=${range}${next && `&after=${next}`}`);
      expect(page.total).toBe(scans.value);
      rows.push(...page.rows.map((row: object) => JSON.stringify(row)));
      next = page.next;
    }
    expect([range, rows.length, new Set(rows).size, scans.value]).toEqual([range, count, count, count]);
  }
});
