import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { aSale, day, type FiguresScreen, readFigures } from '../../../tests/figures-scene.ts';
import { aPartner, type PartnerScene } from '../../../tests/partner-scene.ts';
import { again } from '../../../tests/reports-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { rollUpClosedHours } from '../analytics/analytics.ts';
import { decideHold, setHold } from '../commission/commission.ts';

let world: World;
let admin: TestUser;
let scene: PartnerScene;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());
beforeEach(async () => {
  world.clock.advance(10 * day);
  admin = await world.aUser({ role: 'admin' });
  scene = await aPartner(world);
});

const links = {
  fareharbor: 'https://fareharbor.com/embeds/book/reef/items/1/',
  viator: 'https://www.viator.com/tours/1',
  external: 'https://operator.example/book',
};
const read = (by: TestUser, screen: FiguresScreen, query = '?time_range=7d') => readFigures(world, by, screen, query);
/** By a link of a platform that pays a fifth. */
const sell = async (dollars: number, platform: keyof typeof links, { code } = scene) => {
  const listing = await world.aListing({ booking_url: links[platform], commission_rate: 0.2 });
  return await aSale(world, admin, code, { dollars, listing });
};
const cents = (rows: { revenue: number | null }[]) =>
  rows.reduce((sum, { revenue }) => sum + Math.round((revenue ?? 0) * 100), 0);

test('revenue is told by day and platform, with what is earned by it', async () => {
  await sell(100, 'fareharbor');
  await sell(60, 'viator');
  world.clock.advance(day);
  await sell(40.5, 'external');
  const today = hawaiiDay(world.clock.now());
  await sell(1_000, 'viator', await aPartner(world));
  const own = await read(scene.owner, 'revenue');
  const [{ date: yesterday }] = own.daily_revenue;
  expect(own.daily_revenue).toEqual([
    { date: yesterday, booking_platform: 'fareharbor', revenue: 100, booking_count: 1 },
    { date: yesterday, booking_platform: 'viator', revenue: 60, booking_count: 1 },
    { date: today, booking_platform: 'external', revenue: 40.5, booking_count: 1 },
  ]);
  expect(own).toMatchObject({
    ...{ total_revenue: { value: 200.5, before: null }, bookings: { value: 3, before: null }, average_booking: 66.83 },
    // 15 % of each: 15.00, 9.00 and 6.08.
    ...{ commission: 30.08, margin: null },
    conversion_metrics: { scans: 3, conversions: 3, conversion_rate: 1 },
  });
  const whole = await read(admin, 'revenue');
  // A fifth of 1,200.50, of which 30.08 and 150 are the partners'.
  expect(whole).toMatchObject({ total_revenue: { value: 1_200.5 }, commission: 240.1, margin: 60.02 });
  expect(whole.daily_revenue.at(-1)).toEqual({
    ...{ date: today, booking_platform: 'viator', revenue: 1_000, booking_count: 1 },
  });
  for (const [by, range] of [
    [scene.owner, '24h'],
    [admin, '24h'],
    [admin, '1y'],
    [scene.owner, '90d'],
  ] as const) {
    const { total_revenue, daily_revenue } = await read(by, 'revenue', `?time_range=${range}`);
    expect(cents(daily_revenue)).toBe(Math.round(total_revenue.value * 100));
  }
});

test('what is cancelled, estimated or voided is told so, of today and of a day that is closed', async () => {
  const figures = async () => {
    const { total_revenue, commission, margin, average_booking } = await read(admin, 'revenue');
    return [total_revenue.value, commission, margin, average_booking];
  };
  const first = await sell(100, 'viator');
  const second = await sell(50, 'viator');
  await world.aBooking({ status: 'confirmed', estimated: true, partner_id: scene.owner.id });
  expect(await figures()).toEqual([150, 30, 7.5, 75]);
  // Its amount is nobody's word, and no nothing.
  expect(
    (await read(admin, 'revenue')).daily_revenue.map(
      ({ booking_platform, revenue, booking_count }: Record<string, unknown>) => [
        booking_platform,
        revenue,
        booking_count,
      ],
    ),
  ).toEqual([
    ['fareharbor', null, 1],
    ['viator', 150, 2],
  ]);
  expect(await read(scene.owner, 'revenue')).toMatchObject({ total_revenue: { value: 150 }, bookings: { value: 3 } });
  world.clock.advance(2 * day);
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await figures()).toEqual([150, 30, 7.5, 75]);
  // A commission that is voided is all the house's.
  await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: first, rule: 'burst' }));
  const { rows } = await sql<{ id: string }>`select id from commission_holds where booking_id = ${first}`.execute(
    world.db,
  );
  const actor = { userId: admin.id, requestId: 'test' };
  const decision = { state: 'voided', reason: 'Made up' } as const;
  await withTransaction(world.db, (tx) => decideHold(tx, world.clock.now(), actor, rows[0]!.id, decision));
  await rollUpClosedHours(world.db, world.clock.now());
  expect(await figures()).toEqual([150, 30, 22.5, 75]);
  expect(await read(scene.owner, 'revenue')).toMatchObject({ commission: 7.5 });
  await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', second).execute();
  await rollUpClosedHours(world.db, world.clock.now());
  expect((await figures()).slice(0, 1)).toEqual([100]);
});

test('what changed of an old booking is told everybody alike, before it is added up and after', async () => {
  const cancelled = await sell(100, 'viator');
  for (const dollars of [10, 10, 10, 10, 10]) await sell(dollars, 'viator');
  world.clock.advance(2 * day);
  await rollUpClosedHours(world.db, world.clock.now());
  const figures = async () => {
    const [house, own, overview] = [
      await read(admin, 'revenue'),
      await read(scene.owner, 'revenue'),
      await read(admin, 'overview'),
    ];
    const portal = await world.call('GET /api/partner-portal/performance?range=7d', {
      cookie: await again(world, scene.owner),
    });
    const {
      total_revenue,
      total_bookings,
      commission_earned,
      average_booking,
      top_performing_locations: places,
    } = portal.body;
    return {
      revenue: [
        house.total_revenue.value,
        own.total_revenue.value,
        overview.revenue.value,
        total_revenue,
        places[0].revenue,
      ],
      bookings: [house.bookings.value, own.bookings.value, overview.bookings.value, total_bookings, places[0].bookings],
      average: [house.average_booking, own.average_booking, average_booking],
      partner: [Math.round(100 * (house.commission - house.margin)) / 100, own.commission, commission_earned],
      days: [cents(house.daily_revenue), cents(own.daily_revenue)],
    };
  };
  expect(await figures()).toEqual({
    ...{ revenue: [150, 150, 150, 150, 150], bookings: [6, 6, 6, 6, 6], average: [25, 25, 25] },
    ...{ partner: [22.5, 22.5, 22.5], days: [15_000, 15_000] },
  });
  const cookie = await again(world, admin);
  const body = { status: 'cancelled', reason: 'Told by phone' };
  expect((await world.call(`PATCH /api/bookings/${cancelled}`, { cookie, body })).status).toBe(200);
  const left = {
    ...{ revenue: [50, 50, 50, 50, 50], bookings: [5, 5, 5, 5, 5], average: [10, 10, 10] },
    ...{ partner: [7.5, 7.5, 7.5], days: [5_000, 5_000] },
  };
  expect(await figures()).toEqual(left);
  expect(await rollUpClosedHours(world.db, world.clock.now())).toBe(1);
  expect(await figures()).toEqual(left);
});
