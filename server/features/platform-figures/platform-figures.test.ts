import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDays, hawaiiDay, hawaiiDayStart } from '../../../contract/hawaii-time.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
});
afterAll(() => world.close());

async function get(path: string) {
  const reply = await world.call(`GET /api/admin/${path}`, admin);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
}
const summary = () => get('platform-summary');

/** How the figures change by what is done. */
async function moved(does: () => Promise<unknown>, of = summary): Promise<Record<string, number>> {
  const before = await of();
  await does();
  const { before: _, ...after } = await of();
  const changes = Object.entries<number>(after).map(
    ([name, count]) => [name, Math.round((count - (before[name] ?? 0)) * 100) / 100] as const,
  );
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}

/** A booking with a told amount of a listing. */
const told = (listing_id: number, amount_cents = 10_000, more: object = {}) =>
  world.aBooking({ listing_id, amount_cents, estimated: false, status: 'confirmed', ...more });

test('the metrics are those six fields, and what stands beside today’s', async () => {
  expect(Object.keys(await get('platform-metrics')).sort()).toEqual([
    ...['active_stakeholders', 'before', 'bookings_today', 'conversion_rate', 'qr_scans_today', 'total_revenue'],
    'total_travelers',
  ]);
});

test('a scan, a traveler, a partner, a place and a rating move each its own figure', async () => {
  const traveler = await world.aUser();
  await scanBy(world, scene.code, 1);
  expect((await get('platform-metrics')).conversion_rate).toBe(0);
  expect(await moved(() => world.aUser())).toEqual({ total_travelers: 1 });
  const suspend = () =>
    world.db.updateTable('profiles').set({ is_active: false }).where('user_id', '=', traveler.id).execute();
  expect(await moved(suspend)).toEqual({ total_travelers: -1 });
  expect(await moved(() => world.aUser({ role: 'advertiser' }))).toEqual({ active_stakeholders: 1 });
  expect(await moved(() => scanBy(world, scene.code, 2))).toEqual({
    ...{ qr_scans_today: 2, total_scans: 2, total_travelers: 2 },
  });
  const placeId = await world.aPlace({ listings: [] });
  expect(await moved(() => world.aCode({ location_id: placeId, status: 'paused' }))).toEqual({});
  const now = world.clock.now();
  expect(await moved(() => world.aCode({ location_id: placeId, expires_at: now }))).toEqual({});
  expect(await moved(() => world.aCode({ location_id: placeId }))).toEqual({ locations_active: 1 });
  expect(await moved(() => world.aCode({ location_id: placeId }))).toEqual({});
  await world.aListing({ rating: 4 });
  expect((await summary()).average_rating).toBe(4);
  await world.aListing({ rating: 2, is_active: false });
  expect((await summary()).average_rating).toBe(4);
  await world.aListing({ rating: 3 });
  expect((await summary()).average_rating).toBe(3.5);
});

test('a booking counts once it is confirmed, its revenue once its amount is told', async () => {
  const listing = await world.aListing();
  const user_id = (await world.aUser()).id;
  const booking = (more: object) => () => world.aBooking({ listing_id: listing, user_id, ...more });
  expect(await moved(booking({}))).toEqual({});
  expect(await moved(booking({ status: 'cancelled', estimated: false }))).toEqual({});
  const { total_scans: scans, total_bookings: bookings, conversion_rate } = await summary();
  expect([scans, conversion_rate]).toEqual([3, bookings / 3]);
  expect(await moved(booking({ status: 'confirmed', estimated: true }))).toMatchObject({
    ...{ bookings_today: 1, total_bookings: 1 },
  });
  for (const path of ['platform-summary', 'platform-metrics'])
    expect((await get(path)).conversion_rate, path).toBe((bookings + 1) / 3);
  expect(await moved(booking({ status: 'confirmed', estimated: false, amount_cents: 12_345 }))).toMatchObject({
    ...{ bookings_today: 1, total_bookings: 1, total_revenue: 123.45 },
  });
  const earlier = new Date(world.clock.now().getTime() - 2 * 86_400_000);
  const past = await moved(booking({ status: 'completed', estimated: false, amount_cents: 100, booked_at: earlier }));
  expect([past.bookings_today, past.total_bookings, past.total_revenue]).toEqual([undefined, 1, 1]);
});

test('uptime is the part of the minutes of 30 days in which a process was up', async () => {
  const other = await createWorld();
  const asked = async () =>
    (await other.call('GET /api/admin/platform-summary', await other.aUser({ role: 'admin' }))).body.uptime;
  expect(await asked()).toBe(1);
  other.clock.advance(60);
  expect(await asked()).toBe(1);
  // Nobody saw it up for ten minutes: two of the twelve it was, and it is now.
  other.clock.advance(600);
  expect(await asked()).toBeCloseTo(3 / 12, 10);
  // Of the day of the first minutes nothing is told any more.
  other.clock.advance(30 * 86_400);
  const minutesOfDay = (other.clock.now().getTime() - hawaiiDayStart(other.clock.now()).getTime()) / 60_000;
  expect(await asked()).toBeCloseTo(1 / (29 * 1_440 + minutesOfDay + 1), 10);
  await other.close();
});

test('figures are the same once their days are closed', async () => {
  // Uptime is of minutes, and these go by.
  const summary = async () => ({ ...(await get('platform-summary')), uptime: null });
  const before = [await summary(), await get('platform-performance?range=7d')];
  world.clock.advance(3 * 3_600);
  admin = await world.aUser({ role: 'admin' });
  await rollUpClosedHours(world.db, world.clock.now());
  expect([await summary(), await get('platform-performance?range=7d')]).toEqual(before);
});

test('the performance is of the days of its range, and of each of them', async () => {
  world.clock.advance(40 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
  const { owner, code } = scene;
  const nothing = { qr_scans: 0, clicks: 0, bookings: 0, completed_bookings: 0, revenue: 0 };
  const today = hawaiiDay(world.clock.now());
  const empty = await get('platform-performance?range=7d');
  expect(empty).toMatchObject({ ...nothing, from: addDays(today, -6), until: today, conversion_rate: null });
  expect(empty.days).toHaveLength(7);
  await scanBy(world, code, 4);
  const listing = await world.aListing();
  await told(listing, 20_000, { partner_id: owner.id });
  await told(listing, 5_000, { partner_id: owner.id, status: 'completed' });
  const of = await get('platform-performance?range=7d');
  expect(of).toMatchObject({ qr_scans: 4, bookings: 2, completed_bookings: 1, revenue: 250 });
  expect([of.conversion_rate, of.overall_conversion]).toEqual([0.5, 0.25]);
  expect(of.days.at(-1)).toEqual({ day: today, scans: 4, clicks: 0, bookings: 2, revenue: 250 });
  expect(of.days.slice(0, -1).every((day: { scans: number }) => day.scans === 0)).toBe(true);
  expect((await get('platform-performance')).days).toHaveLength(30);
});

/** Until the clocks of Hawaiʻi next show a time. */
async function moveTo(hour: number, minute: number): Promise<void> {
  const now = world.clock.now().getTime();
  const at = hawaiiDayStart(world.clock.now()).getTime() + (hour * 60 + minute) * 60_000;
  world.clock.advance((at > now ? at - now : at + 86_400_000 - now) / 1000);
  admin = await world.aUser({ role: 'admin' });
}

test('today is Hawaiʻi’s, from midnight to midnight', async () => {
  world.clock.advance(86_400);
  await moveTo(23, 30);
  const late = hawaiiDay(world.clock.now());
  const { code } = await aPartner(world);
  const [listing, user_id] = [await world.aListing(), (await world.aUser()).id];
  const books = () => told(listing, 10_000, { user_id, booked_at: world.clock.now() });
  expect(await moved(() => scanBy(world, code, 1))).toMatchObject({ qr_scans_today: 1, total_scans: 1 });
  expect(await moved(books)).toMatchObject({ bookings_today: 1, total_bookings: 1 });
  await moveTo(0, 30);
  expect(await summary()).toMatchObject({ qr_scans_today: 0, bookings_today: 0 });
  expect(await moved(() => scanBy(world, code, 2))).toMatchObject({ qr_scans_today: 2, total_scans: 2 });
  expect(await moved(books)).toMatchObject({ bookings_today: 1, total_bookings: 1 });
  const { until, days } = await get('platform-performance?range=7d');
  expect([until, days.slice(-2)]).toEqual([
    addDays(late, 1),
    [
      { day: late, scans: 1, clicks: 0, bookings: 1, revenue: 100 },
      { day: addDays(late, 1), scans: 2, clicks: 0, bookings: 1, revenue: 100 },
    ],
  ]);
  await moveTo(10, 0);
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await summary()).toMatchObject({ qr_scans_today: 2, bookings_today: 1 });
});

test('today stands beside yesterday up to the same minute, and a range beside the one before', async () => {
  world.clock.advance(40 * 86_400);
  await moveTo(9, 0);
  const { owner, code } = await aPartner(world);
  const listing = await world.aListing();
  const week = async () => (await get('platform-performance?range=7d')).compared;
  const books = (hours: number, more = {}) =>
    told(listing, 10_000, {
      partner_id: owner.id,
      booked_at: new Date(world.clock.now().getTime() - hours * 3_600_000),
      ...more,
    });
  expect((await summary()).before).toEqual({ qr_scans: 0, bookings: 0 });
  await scanBy(world, code, 3);
  await books(0);
  // By this time tomorrow morning, what came later today is not of it.
  await moveTo(21, 0);
  await scanBy(world, code, 2);
  await books(0);
  await moveTo(9, 30);
  for (const path of ['platform-summary', 'platform-metrics'])
    expect((await get(path)).before, path).toEqual({ qr_scans: 3, bookings: 1 });
  await rollUpClosedHours(world.db, world.clock.now());
  expect((await summary()).before).toEqual({ qr_scans: 3, bookings: 1 });
  expect(await week()).toMatchObject({ qr_scans: { value: 5, before: 0 }, bookings: { value: 2, before: 0 } });
  world.clock.advance(7 * 86_400);
  admin = await world.aUser({ role: 'admin' });
  await scanBy(world, code, 1);
  await books(1, { status: 'completed' });
  expect(await week()).toEqual({
    qr_scans: { value: 1, before: 5, beyond_chance: false },
    clicks: { value: 0, before: null, beyond_chance: null },
    bookings: { value: 1, before: 2, beyond_chance: null },
    completed_bookings: { value: 1, before: 0, beyond_chance: null },
    overall_conversion: { value: 1, before: 0, beyond_chance: null },
  });
});

test('the top advertisers are those whose listings brought most in 30 days', async () => {
  const day = 86_400_000;
  const of = async (...amounts: number[]) => {
    const advertiser = await world.aUser({ role: 'advertiser' });
    const listing = await world.aListing({ advertiser_id: advertiser.id });
    for (const cents of amounts) await told(listing, cents);
    return { id: (await organisationOf(world, advertiser.id))!, listing };
  };
  const [less, more] = [await of(900), await of(600, 700)];
  const unbooked = await of();
  await told(unbooked.listing, 99_999, { booked_at: new Date(world.clock.now().getTime() - 31 * day) });
  await told(unbooked.listing, 99_999, { status: 'pending' });
  const { advertisers } = await get('top-advertisers');
  expect(advertisers).toEqual([
    expect.objectContaining({ id: more.id, listings: 1, bookings: 2, revenue: 13 }),
    expect.objectContaining({ id: less.id, listings: 1, bookings: 1, revenue: 9 }),
  ]);
  for (const cents of [100, 200, 300, 400]) await of(cents);
  expect((await get('top-advertisers')).advertisers).toHaveLength(5);
});

test('a range that there is not is refused', async () => {
  expect((await world.call('GET /api/admin/platform-performance?range=2d', admin)).status).toBe(400);
});
