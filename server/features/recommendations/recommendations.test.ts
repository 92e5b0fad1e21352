import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let traveler: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  traveler = await world.aUser();
});
afterAll(() => world.close());
beforeEach(() => world.db.updateTable('listings').set({ is_active: false }).execute());

const ask = async (
  listing: number,
  given: { booking?: object; context?: object; user_id?: string; cookie?: string } = {},
) =>
  await world.call('POST /api/platform-ai/recommendations', {
    cookie: given.cookie ?? traveler.cookie,
    body: {
      user_id: given.user_id ?? traveler.id,
      completed_booking: {
        business_listing_id: listing,
        category: 'Activities & Tours',
        location_name: 'Waikīkī',
        check_in_date: '2026-11-25',
        guest_count: 2,
        qr_code_id: null,
        ...given.booking,
      },
      recommendation_context: {
        type: 'post_booking',
        max_recommendations: 5,
        radius_km: 10,
        time_horizon_hours: 48,
        ...given.context,
      },
    },
  });
const table = (given: Parameters<World['aListing']>[0] = {}) => world.aListing({ category: 'Restaurants', ...given });
const book = async (userId: string, listing_id: number, given: { status?: string; click_id?: number } = {}) =>
  await world.db
    .insertInto('bookings')
    .values({
      transaction_id: randomUUID(),
      user_id: userId,
      listing_id,
      platform: 'external',
      amount_cents: 4_500,
      booked_at: world.clock.now(),
      ...given,
    })
    .execute();
const idsOf = (reply: { body: { recommendations: { id: number }[] } }) =>
  reply.body.recommendations.map((one) => one.id);

test('a recommendation is a listing with distance, score, reason and time, bookable by this traveler', async () => {
  const tour = await world.aListing();
  const near = await table({ rating: 4.8, latitude: 21.289 });
  const reply = await ask(tour);
  expect(reply.status).toBe(200);
  expect(reply.body.recommendations).toEqual([
    expect.objectContaining({
      id: near,
      category: 'Restaurants',
      distance_km: 1,
      // 35 + 25 x 0.9 + 15 x 0.96 + 15 + 0, by hand.
      recommendation_score: 86.9,
      recommendation_reason: 'A good table afterwards, 1.0 km away, rated 4.8',
      recommendation_reasons: [
        { code: 'goes_with', category: 'Restaurants', time: 'after' },
        { code: 'near', meters: 1000 },
        { code: 'well_rated', rating: 4.8 },
      ],
      time_compatibility: 'after',
    }),
  ]);
  expect(reply.body.recommendations[0].booking_url).toMatch(/[?&]ref=[0-9a-z]{32}/);
  expect(reply.raw).not.toContain('commission');
});

test('what is left out: the booked one, inactive, without a link, without coordinates, too far, booked for certain', async () => {
  const tour = await world.aListing();
  const shown = await table();
  await table({ is_active: false });
  await table({ booking_url: null });
  await table({ latitude: null, longitude: null });
  await table({ latitude: 21.28 + 0.0901 });
  const [booked, done, pending] = [await table(), await table(), await table({ rating: 1 })];
  await book(traveler.id, booked, { status: 'confirmed' });
  await book(traveler.id, done, { status: 'completed' });
  await book(traveler.id, pending);
  expect(idsOf(await ask(tour))).toEqual([shown, pending]);
});

test('the whole circle is looked at, to the east and west as to the north and south', async () => {
  const tour = await world.aListing();
  // 9.9 km: of latitude 0.089 degrees, of longitude here 0.0955.
  const around = [
    await table({ latitude: 21.28 + 0.089 }),
    await table({ latitude: 21.28 - 0.089 }),
    await table({ longitude: -157.83 + 0.0955 }),
    await table({ longitude: -157.83 - 0.0955 }),
  ];
  const { recommendations } = (await ask(tour)).body;
  expect(recommendations.map((one: { distance_km: number }) => one.distance_km)).toEqual([9.9, 9.9, 9.9, 9.9]);
  expect(recommendations.map((one: { id: number }) => one.id).sort()).toEqual(around.sort());
});

test('at most 5, within 10 km and 48 hours, whatever is asked for', async () => {
  const tour = await world.aListing();
  for (let at = 0; at < 8; at++) await table();
  const far = await table({ latitude: 21.28 + 0.1 });
  const reply = await ask(tour, { context: { max_recommendations: 500, radius_km: 1_000, time_horizon_hours: 900 } });
  expect(idsOf(reply)).toHaveLength(5);
  expect(idsOf(reply)).not.toContain(far);
  expect(idsOf(await ask(tour, { context: { max_recommendations: 2 } }))).toHaveLength(2);
  expect(idsOf(await ask(tour, { context: { max_recommendations: 0 } }))).toEqual([]);
  expect(idsOf(await ask(tour, { context: { time_horizon_hours: 1 } }))).toEqual([]);
  expect((await ask(tour, { context: { radius_km: -1 } })).status).toBe(400);
  expect((await ask(tour, { context: { type: 'pre_booking' } })).status).toBe(400);
});

describe('the session decides', () => {
  test("whom it is for: another's id is as a missing one", async () => {
    const tour = await world.aListing();
    const other = await world.aUser();
    for (const user_id of [other.id, randomUUID(), 'admin', 'x'.repeat(60)]) {
      expect((await ask(tour, { user_id })).status, user_id).toBe(404);
    }
    const bare = { completed_booking: { business_listing_id: tour } };
    const reply = await world.call('POST /api/platform-ai/recommendations', { cookie: traveler.cookie, body: bare });
    expect(reply.status).toBe(200);
  });

  test('and the guide knows its listings: category and place of the payload count for nothing', async () => {
    const tour = await world.aListing();
    await table();
    const plain = await ask(tour);
    const told = await ask(tour, { booking: { category: 'Shopping', location_name: 'Hilo', guest_count: 400 } });
    const scores = (reply: typeof plain) =>
      reply.body.recommendations.map((one: { recommendation_score: number }) => one.recommendation_score);
    expect(scores(told)).toEqual(scores(plain));
  });
});

test('a listing that does not exist is not found; one without coordinates has no surroundings', async () => {
  await table();
  expect((await ask(2_000_000_000)).status).toBe(404);
  expect(idsOf(await ask(await world.aListing({ latitude: null, longitude: null })))).toEqual([]);
});

test('what travelers book together comes first: the same traveler, or two in one visit; cancelled ones do not count', async () => {
  const tour = await world.aListing();
  const [plain, together, cancelled, byVisit] = [await table(), await table(), await table(), await table()];
  for (let at = 0; at < 3; at++) {
    const { id } = await world.aUser();
    await book(id, tour);
    await book(id, together);
    await book(id, cancelled, { status: 'cancelled' });
  }
  expect(idsOf(await ask(tour))).toEqual([together, plain, cancelled, byVisit]);

  // Two people, one phone: the visit ties them.
  const { id: visit_id } = await world.db
    .insertInto('visits')
    .values({
      token_hash: Buffer.from(randomUUID()),
      user_id: null,
      created_at: world.clock.now(),
      last_seen_at: world.clock.now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  for (const [listing_id, status] of [
    [tour, 'pending'],
    [byVisit, 'pending'],
    [cancelled, 'cancelled'],
  ] as const) {
    const { id: user_id } = await world.aUser();
    const { id: click_id } = await world.db
      .insertInto('clicks')
      .values({
        click_id: randomUUID(),
        user_id,
        visit_id,
        listing_id,
        platform: 'external',
        url: 'https://x.example/',
        clicked_at: world.clock.now(),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await book(user_id, listing_id, { click_id, status });
  }
  const reply = await ask(tour);
  expect(idsOf(reply)).toEqual([together, byVisit, plain, cancelled]);
  // 3 of 4 bookers, and 1 of 4, which counts as 1 of 5.
  const scores = reply.body.recommendations.map((one: { recommendation_score: number }) => one.recommendation_score);
  expect(scores[0] - scores[2]).toBeCloseTo(6, 5);
  expect(scores[1] - scores[2]).toBeCloseTo(2, 5);
  expect(reply.body.recommendations[0].recommendation_reason).toContain('often booked together');
  expect(reply.body.recommendations[0].recommendation_reasons).toContainEqual({ code: 'booked_together' });

  // Whoever cancelled the tour is none of its bookers.
  const { id: left } = await world.aUser();
  await book(left, tour, { status: 'cancelled' });
  await book(left, plain);
  expect((await ask(tour)).body.recommendations).toEqual(reply.body.recommendations);
});

test('permuted commission rates change neither order nor scores', async () => {
  const tour = await world.aListing();
  const ids = [];
  for (const [at, category] of ['Restaurants', 'Shopping', 'Cultural Experiences', 'Restaurants'].entries()) {
    ids.push(await world.aListing({ category, latitude: 21.28 + at / 100, commission_rate: 0.08 + at / 20 }));
  }
  const seen = async () =>
    (await ask(tour)).body.recommendations.map(
      (one: { id: number; recommendation_score: number; recommendation_reason: string }) => [
        one.id,
        one.recommendation_score,
        one.recommendation_reason,
      ],
    );
  const before = await seen();
  expect(before).toHaveLength(4);
  for (let turn = 0; turn < 4; turn++) {
    for (const [at, id] of ids.entries()) {
      const commission_rate = 0.08 + ((at + turn) % 4) / 14;
      await world.db.updateTable('listings').set({ commission_rate }).where('id', '=', id).execute();
    }
    expect(await seen()).toEqual(before);
  }
});

test('the day counts: today in the evening dinner is for tomorrow', async () => {
  const tour = await world.aListing();
  await table();
  const timeOf = async (check_in_date: string | null) =>
    (await ask(tour, { booking: { check_in_date } })).body.recommendations[0].time_compatibility;
  // The clock stands at ten in the morning of 21 November in Hawaiʻi.
  expect(await timeOf(null)).toBe('after');
  expect(await timeOf('2026-11-21')).toBe('after');
  expect(await timeOf('2026-11-21T23:30:00Z')).toBe('after');
  expect(await timeOf('2026-11-19')).toBe('same_day');
  world.clock.advance(9 * 3_600);
  expect(await timeOf('2026-11-21')).toBe('next_day');
  expect(await timeOf('2026-11-22')).toBe('after');
  expect((await ask(tour, { booking: { check_in_date: 'tomorrow' } })).status).toBe(400);
});
