import { afterAll, beforeAll, expect, test } from 'vitest';
import { aSale, day, type FiguresScreen, readFigures } from '../../../tests/figures-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

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
