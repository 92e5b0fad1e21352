import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { aCampaign, anAdvertiser, aVisit, someLists, tell } from '../../../tests/campaigns-scene.ts';
import { aSale, day, type FiguresScreen, hour, readFigures } from '../../../tests/figures-scene.ts';
import { aPartner, type PartnerScene, scanBy } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

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

const read = (by: TestUser, screen: FiguresScreen = 'business-intelligence', query = '') =>
  readFigures(world, by, screen, query);

test('the funnel goes from scans to completed bookings, a partner’s own and all', async () => {
  const before = (await read(admin)).conversion_funnel;
  const listing = await world.aListing();
  await scanBy(world, scene.code, 5);
  await aSale(world, admin, scene.code, { dollars: 90, listing });
  await aSale(world, admin, scene.code, { dollars: 60, listing, status: 'completed' });
  const own = await read(scene.owner);
  expect(own.conversion_funnel).toMatchObject({
    ...{ qr_scans: 7, openings: 0, clicks: 2, bookings: 2, completed_bookings: 1 },
    conversion_rates: { clicks: 2 / 7, bookings: 2 / 7, overall_conversion: 1 / 7 },
  });
  const after = (await read(admin)).conversion_funnel;
  expect([after.qr_scans, after.bookings, after.completed_bookings]).toEqual([
    ...[before.qr_scans + 7, before.bookings + 2, before.completed_bookings + 1],
  ]);
  const [partner] = (await read(admin)).stakeholder_insights.distributor_performance;
  expect(partner).toMatchObject({
    id: scene.organisation,
    scans: 7,
    bookings: 2,
    conversion_rate: 2 / 7,
    revenue: 150,
  });
  const [soon] = (await read(admin, undefined, '?time_range=24h')).stakeholder_insights.distributor_performance;
  expect(soon).toEqual(partner);
  // Of two bookings of a place nothing is told, as in its portal.
  expect(own.stakeholder_insights.distributor_performance).toEqual([
    { id: String(scene.placeId), name: 'Hale Kai', scans: 7, bookings: 'few', conversion_rate: null, revenue: null },
  ]);
  const hours = await read(scene.owner, undefined, '?time_range=24h');
  expect([hours.conversion_funnel.qr_scans, hours.stakeholder_insights.distributor_performance]).toEqual([7, []]);
});

test('visible reviews say how content those are whom a partner brought, of few of them that they are few', async () => {
  const satisfaction = async (by: TestUser, query = '') => {
    const { average_before: _, ...told } = (await read(by, undefined, query)).stakeholder_insights.tourist_satisfaction;
    return told;
  };
  const nothing = { average: null, reviews: 0, stars: null };
  expect(await satisfaction(scene.owner)).toEqual(nothing);
  const { reviews: earlier, stars: starsEarlier } = await satisfaction(admin);
  const listing = await world.aListing();
  const write = async (rating: number, by?: string) => {
    const booking_id = await aSale(world, admin, scene.code, { ...{ dollars: 90, listing, status: 'completed' } });
    const { user_id } = await world.db
      .selectFrom('bookings')
      .select('user_id')
      .where('id', '=', booking_id)
      .executeTakeFirstOrThrow();
    const times = { created_at: world.clock.now(), updated_at: world.clock.now() };
    const review = { booking_id, listing_id: listing, user_id: by ?? user_id, rating, ...times };
    await world.db.insertInto('reviews').values(review).execute();
    return { booking_id, user_id: review.user_id! };
  };
  const { user_id } = await write(5);
  for (const _ of [2, 3, 4]) await write(5);
  // One who writes twice is one guest.
  await write(5, user_id);
  expect(await satisfaction(scene.owner)).toEqual({ average: null, reviews: 5, stars: null });
  await write(5);
  expect(await satisfaction(scene.owner)).toEqual({ average: 5, reviews: 6, stars: [0, 0, 0, 0, 6] });
  const { booking_id: hidden } = await write(1);
  // Who gave one star is not told, nor by all the others.
  expect(await satisfaction(scene.owner)).toEqual({ average: 4.43, reviews: 7, stars: null });
  expect((await satisfaction(admin)).stars).toEqual([
    ...[starsEarlier[0] + 1, ...starsEarlier.slice(1, 4), starsEarlier[4] + 6],
  ]);
  await world.db
    .updateTable('reviews')
    .set({ hidden: true, hidden_reason: 'Abuse' })
    .where('booking_id', '=', hidden)
    .execute();
  expect(await satisfaction(scene.owner)).toEqual({ average: 5, reviews: 6, stars: [0, 0, 0, 0, 6] });
  expect(await satisfaction(scene.owner, '?time_range=24h')).toEqual({ average: null, reviews: 6, stars: null });
  expect((await satisfaction(admin)).reviews).toBe(earlier + 6);
  expect(await satisfaction((await aPartner(world)).owner)).toEqual(nothing);
  world.clock.advance(day + hour);
  expect(await satisfaction(scene.owner, '?time_range=24h')).toEqual(nothing);
});

test('what campaigns brought and cost is told to administrators alone, and what there is of everything', async () => {
  const network = async (by: TestUser) => (await read(by)).network_size;
  const before = await network(admin);
  const advertiser = await anAdvertiser(world);
  expect(await network(admin)).toEqual({
    ...before,
    advertisers: before.advertisers + 1,
    listings: before.listings + 1,
  });
  const other = await aPartner(world);
  const now = await network(admin);
  expect([now.partners, now.places, now.codes]).toEqual([before.partners + 1, before.places + 1, before.codes + 1]);
  expect(await network(other.owner)).toEqual({
    partners: null,
    advertisers: null,
    places: 1,
    codes: 1,
    listings: null,
  });
  await world.aCode({ location_id: other.placeId });
  await world.aCode({ location_id: other.placeId, status: 'paused' });
  expect(await network(other.owner)).toMatchObject({ places: 1, codes: 2 });

  const roi = async (by: TestUser, query = '') =>
    (await read(by, undefined, query)).stakeholder_insights.advertiser_roi;
  await someLists(world);
  const today = (await read(admin, 'overview')).points.at(-1).at;
  const campaign = await aCampaign(world, advertiser, { first_day: today, last_day: today });
  const visit = await aVisit(world, scene.code);
  await tell(world, visit, [{ campaign }]);
  const { cost, revenue } = await roi(admin);
  expect([cost, revenue]).toEqual([0.01, 0]);
  expect(await roi(admin, '?time_range=24h')).toBe(null);
  expect(await roi(scene.owner)).toBe(null);
});
