import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { spanOf } from './traveler-figures.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const figuresOf = async (user: TestUser, range = '30d') =>
  (await world.call(`GET /api/analytics/traveler?time_range=${range}`, { cookie: user.cookie })).body;

let references = 0;
async function aBooking(user: TestUser, listing_id: number, given: object = {}) {
  await world.db
    .insertInto('bookings')
    .values({
      transaction_id: `figures-${references++}`,
      user_id: user.id,
      listing_id,
      platform: 'external',
      amount_cents: 4_500,
      booked_at: world.clock.now(),
      ...given,
    })
    .execute();
}
const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);

/** The figures that are not nothing. */
const moved = ({
  scans,
  places_visited,
  bookings,
  estimated_amount,
  confirmed_amount,
  saved,
}: Record<string, unknown>) => ({
  scans,
  places_visited,
  ...(bookings as object),
  estimated_amount,
  confirmed_amount,
  saved,
});
const nothing = {
  scans: 0,
  places_visited: 0,
  pending: 0,
  confirmed: 0,
  completed: 0,
  cancelled: 0,
  estimated_amount: 0,
  confirmed_amount: 0,
  saved: 0,
};

describe('the figures of a traveler', () => {
  test('are all zero before anything was done, over every day of the range', async () => {
    const user = await world.aUser();
    const figures = await figuresOf(user);
    expect(moved(figures)).toEqual(nothing);
    expect(figures.by_category).toEqual([]);
    expect(figures.by_day).toHaveLength(30);
    expect(figures.by_day.at(-1)).toEqual({ day: '2026-11-21', scans: 0, bookings: 0, saved: 0 });
  });

  test('move by their own action and no other', async () => {
    const user = await world.aUser();
    const listing = await world.aListing({ category: 'Restaurants' });
    const code = await world.aCode();
    const scan = (code: string, cookie: string) =>
      world.call('POST /api/qr/scan', { body: { qr_code_id: code }, cookie });
    const { cookies } = await scan(code.code, user.cookie);
    const cookie = `${user.cookie}; visit=${cookies.visit}`;
    expect(moved(await figuresOf(user))).toEqual({ ...nothing, scans: 1, places_visited: 1 });

    const again = await world.aCode({ location_id: code.locationId });
    await scan(again.code, cookie);
    expect(moved(await figuresOf(user))).toEqual({ ...nothing, scans: 2, places_visited: 1 });

    await world.call(`PUT /api/saved/${listing}`, { cookie, body: {} });
    expect(moved(await figuresOf(user))).toEqual({ ...nothing, scans: 2, places_visited: 1, saved: 1 });

    const reply = await world.call('POST /api/qr/booking-conversion', {
      cookie,
      body: { business_listing_id: listing },
    });
    const estimated_amount = reply.body.amount;
    expect(estimated_amount).toBeGreaterThan(0);
    const figures = await figuresOf(user);
    expect(moved(figures)).toEqual({ ...nothing, scans: 2, places_visited: 1, saved: 1, pending: 1, estimated_amount });
    expect(figures.by_category).toEqual([{ category: 'Restaurants', bookings: 1, saved: 1 }]);
    expect(figures.by_day.at(-1)).toEqual({ day: '2026-11-21', scans: 2, bookings: 1, saved: 1 });
    expect(moved(await figuresOf(await world.aUser()))).toEqual(nothing);
  });

  test('tell bookings by status, and estimates from what a platform has confirmed', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    await aBooking(user, listing, { amount_cents: 2_500 });
    await aBooking(user, listing, { status: 'confirmed', amount_cents: 7_500 });
    await aBooking(user, listing, { status: 'confirmed', estimated: false, amount_cents: 12_345 });
    await aBooking(user, listing, { status: 'completed', estimated: false, amount_cents: 10_000 });
    await aBooking(user, listing, { status: 'cancelled', estimated: false, amount_cents: 99_999 });
    await aBooking(user, listing, { status: 'cancelled', amount_cents: 77_777 });
    expect(moved(await figuresOf(user))).toEqual({
      ...nothing,
      pending: 1,
      confirmed: 2,
      completed: 1,
      cancelled: 2,
      estimated_amount: 100,
      confirmed_amount: 223.45,
    });
  });

  test('of a range hold what lies in it, and its days add up to them', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    for (const days of [0, 0.9, 1.1, 6, 20, 80, 200, 400]) await aBooking(user, listing, { booked_at: daysAgo(days) });
    const found: Record<string, number[]> = {};
    for (const range of ['24h', '7d', '30d', '90d', '1y']) {
      const { bookings, by_day } = await figuresOf(user, range);
      const ofDays = by_day.reduce((sum: number, one: { bookings: number }) => sum + one.bookings, 0);
      expect(ofDays).toBe(bookings.pending);
      found[range] = [bookings.pending, by_day.length];
    }
    expect(found).toEqual({ '24h': [2, 2], '7d': [4, 7], '30d': [5, 30], '90d': [6, 90], '1y': [7, 365] });
  });

  test('are of Hawaiian days: one minute before midnight there is the day before', async () => {
    const user = await world.aUser();
    const listing = await world.aListing();
    await aBooking(user, listing, { booked_at: new Date('2026-11-20T09:59:59Z') });
    await aBooking(user, listing, { booked_at: new Date('2026-11-20T10:00:00Z') });
    const { by_day } = await figuresOf(user, '7d');
    expect(by_day.map((one: { day: string; bookings: number }) => [one.day, one.bookings]).slice(4, 6)).toEqual([
      ['2026-11-19', 1],
      ['2026-11-20', 1],
    ]);
  });

  test('a range that is none is refused, and none is 30 days', async () => {
    const { cookie } = await world.aUser();
    expect((await world.call('GET /api/analytics/traveler?time_range=2d', { cookie })).status).toBe(400);
    expect((await world.call('GET /api/analytics/traveler', { cookie })).body.time_range).toBe('30d');
  });
});

test('24h is the last 24 hours, the others whole Hawaiian days with today', () => {
  const now = new Date('2026-11-21T05:00:00Z');
  expect(spanOf('24h', now).from.toISOString()).toBe('2026-11-20T05:00:00.000Z');
  // In Hawaiʻi it is still the 20th.
  expect(spanOf('7d', now).from.toISOString()).toBe('2026-11-14T10:00:00.000Z');
});
