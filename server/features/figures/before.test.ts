import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSale, day, type FiguresScreen, readFigures } from '../../../tests/figures-scene.ts';
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

const week = (by: TestUser, screen: FiguresScreen) => readFigures(world, by, screen, '?time_range=7d');

test('what a week says of itself the next one says of the week before', async () => {
  const listing = await world.aListing();
  await scanBy(world, scene.code, 4);
  await aSale(world, admin, scene.code, { dollars: 200, listing });
  const id = await aSale(world, admin, scene.code, { dollars: 301, listing });
  const booking = await world.db.selectFrom('bookings').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const times = { created_at: world.clock.now(), updated_at: world.clock.now() };
  const review = { booking_id: id, listing_id: listing, user_id: booking.user_id, rating: 4, ...times };
  await world.db.insertInto('reviews').values(review).execute();
  const readers = [admin, scene.owner];
  const first = [];
  for (const by of readers) first.push([await week(by, 'revenue'), await week(by, 'business-intelligence')]);
  world.clock.advance(7 * day);
  await scanBy(world, scene.code, 1);
  for (const [at, by] of readers.entries()) {
    const [money, insights] = first[at]!;
    const [revenue, intelligence] = [await week(by, 'revenue'), await week(by, 'business-intelligence')];
    expect(money.average_booking).toBe(250.5);
    expect(revenue.before).toEqual({
      ...{ average_booking: 250.5, commission: money.commission, margin: money.margin },
      ...{ scans: 6, conversion_rate: 2 / 6 },
    });
    expect([revenue.average_booking, revenue.commission]).toEqual([null, 0]);
    const { compared, qr_scans } = intelligence.conversion_funnel;
    expect([
      qr_scans,
      compared.qr_scans,
      compared.clicks,
      compared.bookings,
      compared.completed_bookings,
    ]).toMatchObject([
      1,
      { value: 1, before: 6 },
      { value: 0, before: 2 },
      { value: 0, before: 2, beyond_chance: null },
      { value: 0, before: 0, beyond_chance: null },
    ]);
    expect(compared.click_rate).toMatchObject({ value: 0, before: 2 / 6 });
    expect(compared.overall_conversion).toEqual({ value: 0, before: 0, beyond_chance: null });
    const { tourist_satisfaction: satisfaction } = intelligence.stakeholder_insights;
    // What one guest gave a partner is not told.
    expect(satisfaction.average_before).toBe(by === admin ? 4 : null);
    expect(insights.stakeholder_insights.tourist_satisfaction.average).toBe(by === admin ? 4 : null);
  }
  const { advertiser_roi } = (await week(admin, 'business-intelligence')).stakeholder_insights;
  expect(advertiser_roi.before).toEqual({ revenue: 0, cost: 0, roi: null });
});

test('how servers answered stands beside how they answered before, figure by figure', async () => {
  const { requests } = await week(admin, 'performance');
  world.clock.advance(7 * day);
  const { before } = await week(admin, 'performance');
  expect(before.requests).toBeGreaterThanOrEqual(requests);
  expect(before).toMatchObject({ errors: 0, unavailable: 0, error_rate: 0 });
  expect(before.p50_ms).toBeGreaterThan(0);
  expect(before.p99_ms).toBeGreaterThanOrEqual(before.p95_ms);
});

test('a time in which a figure was not measured yet is no time without any', async () => {
  const other = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const [by, its] = [await other.aUser({ role: 'admin' }), await aPartner(other)];
  const listing = await other.aListing();
  const tell = (event_type: string) =>
    other.call('POST /api/analytics/events', { body: { event_type, business_listing_id: listing } });
  const read = (who: TestUser, screen: FiguresScreen, range: string) =>
    readFigures(other, who, screen, `?time_range=${range}`);
  const performance = async () =>
    (await other.call('GET /api/admin/platform-performance?range=7d', await other.aUser({ role: 'admin' }))).body;
  const today = async () =>
    (await other.call('GET /api/admin/platform-metrics', await other.aUser({ role: 'admin' }))).body.before;
  const befores = async (who: TestUser, range = '7d') => {
    const [of, money, { conversion_funnel: funnel }] = [
      await read(who, 'overview', range),
      await read(who, 'revenue', range),
      await read(who, 'business-intelligence', range),
    ];
    const { clicks, click_rate, completed_bookings, overall_conversion } = funnel.compared;
    return {
      scans: [of.scans.before, funnel.compared.qr_scans.before, money.before.scans],
      openings: [of.openings.before, funnel.compared.openings.before],
      clicks: [of.clicks.before, clicks.before, click_rate.before],
      bookings: [of.bookings, of.revenue, money.total_revenue, money.bookings, completed_bookings].map(
        ({ before }) => before,
      ),
      rates: [of.conversion_rate.before, overall_conversion.before, money.before.conversion_rate],
      earned: [money.before.commission, money.before.average_booking],
    };
  };
  const none = {
    scans: Array(3).fill(null),
    openings: Array(2).fill(null),
    clicks: Array(3).fill(null),
    bookings: Array(5).fill(null),
    rates: Array(3).fill(null),
    earned: Array(2).fill(null),
  };
  await scanBy(other, its.code, 4);
  for (const who of [by, its.owner]) for (const range of ['24h', '7d']) expect(await befores(who, range)).toEqual(none);
  expect(await today()).toEqual({ qr_scans: null, bookings: null });

  // Scans alone were measured by then; of all else this is the first week.
  other.clock.advance(7 * day);
  await rollUpClosedHours(other.db, other.clock.now());
  await aSale(other, by, its.code, { dollars: 200, listing });
  await tell('map_pin_clicked');
  for (const who of [by, its.owner]) expect(await befores(who)).toEqual({ ...none, scans: [4, 4, 4] });
  expect((await read(by, 'behavior', '7d')).impressions).toEqual({ value: 0, before: null, beyond_chance: null });
  expect((await read(by, 'behavior', '7d')).openings).toEqual({ value: 1, before: null, beyond_chance: null });
  const { qr_scans, clicks, bookings } = (await performance()).compared;
  expect([qr_scans.before, clicks.before, bookings.before]).toEqual([4, null, null]);
  // Yesterday scans were measured, and there was none; bookings were not.
  expect(await today()).toEqual({ qr_scans: 0, bookings: null });

  // Of hours likewise, also of a day that began before them.
  other.clock.advance(day);
  await rollUpClosedHours(other.db, other.clock.now());
  expect((await read(by, 'overview', '24h')).scans).toMatchObject({ value: 0, before: 1 });
  expect((await read(by, 'overview', '24h')).clicks).toMatchObject({ value: 0, before: 1 });
  other.clock.advance(20 * 3600);
  expect((await read(by, 'overview', '24h')).clicks).toMatchObject({ value: 0, before: 1 });

  // From then on a time without any is one.
  other.clock.advance(14 * day);
  await rollUpClosedHours(other.db, other.clock.now());
  for (const who of [by, its.owner])
    expect(await befores(who)).toMatchObject({
      ...{ scans: [0, 0, 0], clicks: [0, 0, null], bookings: [0, 0, 0, 0, 0], rates: [null, null, null] },
      ...{ earned: [0, null], openings: who === by ? [0, 0] : [null, null] },
    });
  expect(await today()).toEqual({ qr_scans: 0, bookings: 0 });
  await other.close();
});
