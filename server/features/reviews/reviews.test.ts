import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { publicName } from './reviews.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const post = (user: TestUser, body: object, headers = {}) =>
  world.call('POST /api/reviews', { cookie: user.cookie, body, headers });
const moderate = (id: string, body: object) =>
  world.call(`PATCH /api/reviews/${id}`, { cookie: admin.cookie, body: { reason: 'Names a person', ...body } });
const reviewsOf = async (listing: number, query = '') =>
  (await world.call(`GET /api/business-listings/${listing}/reviews${query}`)).body;
const cardOf = async (id: number) =>
  (await world.call('GET /api/business-listings')).body.find((one: { id: number }) => one.id === id);
/** A traveler who has been there. */
async function aGuest(listing_id: number, status = 'completed') {
  const user = await world.aUser();
  return { user, booking_id: await world.aBooking({ user_id: user.id, listing_id, status }) };
}
/** Every listing whose figures are not those of its visible reviews. */
const wrongFigures = async () => {
  const { rows } = await sql`
    select l.id from listings l left join reviews r on r.listing_id = l.id and not r.hidden
    group by l.id having l.review_count <> count(r.id) or l.rating is distinct from round(avg(r.rating), 1)`.execute(
    world.db,
  );
  return rows;
};

describe('a review', () => {
  test('counts on its card at once, and its change too', async () => {
    const listing = await world.aListing();
    expect(await cardOf(listing)).toMatchObject({ rating: null, review_count: 0 });
    const { user, booking_id } = await aGuest(listing);
    const first = await post(user, { booking_id, rating: 4, words: '  Calm water  ' });
    expect([first.status, first.body.words]).toEqual([201, 'Calm water']);
    expect(await cardOf(listing)).toMatchObject({ rating: 4, review_count: 1 });
    const second = await post(user, { booking_id, rating: 2 });
    expect([second.status, second.body.id]).toEqual([200, first.body.id]);
    expect(await cardOf(listing)).toMatchObject({ rating: 2, review_count: 1 });
    const [own] = (await world.call('GET /api/bookings', { cookie: user.cookie })).body;
    expect(own.review).toEqual({ rating: 2, words: null, hidden: false });
  });

  test('is written after a completed booking of one’s own, with 1 to 5 stars and at most 1,000 characters', async () => {
    const listing = await world.aListing();
    for (const status of ['pending', 'confirmed', 'cancelled']) {
      const { user, booking_id } = await aGuest(listing, status);
      expect((await post(user, { booking_id, rating: 5 })).body.code).toBe('review_too_early');
    }
    const { user, booking_id } = await aGuest(listing);
    expect((await post(await world.aUser(), { booking_id, rating: 5 })).status).toBe(404);
    for (const rating of [0, 6, 4.5, '5', null]) expect((await post(user, { booking_id, rating })).status).toBe(400);
    expect((await post(user, { booking_id, rating: 5, words: 'x'.repeat(1_001) })).status).toBe(400);
    expect((await post(user, { booking_id, rating: 5, words: 'ʻ'.repeat(1_000) })).status).toBe(201);
  });

  test('is one of its booking, however often it is sent at once', async () => {
    const listing = await world.aListing();
    const { user, booking_id } = await aGuest(listing);
    const replies = await Promise.all([5, 4, 3, 5, 4].map((rating) => post(user, { booking_id, rating })));
    expect(replies.filter((reply) => reply.status === 201)).toHaveLength(1);
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    const body = { booking_id, rating: 1 };
    const keyed = await Promise.all([1, 2].map(() => post(user, body, { 'idempotency-key': 'review-0123456789' })));
    expect(keyed[0]!.raw).toBe(keyed[1]!.raw);
    expect(await cardOf(listing)).toMatchObject({ rating: 1, review_count: 1 });
  });

  test('of many people at once: every one counts', async () => {
    const listing = await world.aListing();
    const guests = await Promise.all(Array.from({ length: 12 }, () => aGuest(listing)));
    const ratings = guests.map((_, at) => (at % 5) + 1);
    const replies = await Promise.all(
      guests.map(({ user, booking_id }, at) => post(user, { booking_id, rating: ratings[at] })),
    );
    expect(replies.map((reply) => reply.status)).toEqual(Array(12).fill(201));
    const mean = Math.round((ratings.reduce((sum, one) => sum + one, 0) / 12) * 10) / 10;
    expect(await cardOf(listing)).toMatchObject({ rating: mean, review_count: 12 });
    const half = replies.slice(0, 6);
    await Promise.all([
      ...half.map((reply) => moderate(reply.body.id, { hidden: true })),
      ...guests.slice(6).map(({ user, booking_id }) => post(user, { booking_id, rating: 5 })),
    ]);
    expect(await cardOf(listing)).toMatchObject({ rating: 5, review_count: 6 });
    expect(await wrongFigures()).toEqual([]);
  });

  test('that is taken away, by whatever statement, leaves the figures true', async () => {
    const [one, other] = [await world.aListing({ rating: 4.5 }), await world.aListing({ rating: 3 })];
    await sql`delete from reviews where listing_id = ${one}`.execute(world.db);
    expect(await cardOf(one)).toMatchObject({ rating: null, review_count: 0 });
    await sql`update reviews set listing_id = ${one} where listing_id = ${other}`.execute(world.db);
    expect(await cardOf(one)).toMatchObject({ rating: 3, review_count: 1 });
    expect(await cardOf(other)).toMatchObject({ rating: null, review_count: 0 });
    await expect(sql`update listings set rating = 5 where id = ${other}`.execute(world.db)).rejects.toThrow(
      'listings_rated',
    );
    expect(await wrongFigures()).toEqual([]);
  });
});

describe('the reviews of a listing', () => {
  test('are public, newest first, in pages, by first name and initial', async () => {
    const listing = await world.aListing();
    for (const [at, name] of ['Maya Lindqvist', 'Kenji', null].entries()) {
      const { user, booking_id } = await aGuest(listing);
      await world.db.updateTable('users').set({ name }).where('id', '=', user.id).execute();
      await post(user, { booking_id, rating: 5, words: `Visit ${at}` });
      world.clock.advance(60);
    }
    const all = await reviewsOf(listing);
    expect(all).toMatchObject({ rating: 5, review_count: 3 });
    expect(all.reviews.map((one: { name: string; words: string }) => [one.name, one.words])).toEqual([
      [null, 'Visit 2'],
      ['Kenji', 'Visit 1'],
      ['Maya L.', 'Visit 0'],
    ]);
    expect(Object.keys(all.reviews[0]).sort()).toEqual(['created_at', 'id', 'name', 'rating', 'words']);
    expect((await reviewsOf(listing, '?limit=1&offset=1')).reviews).toEqual([all.reviews[1]]);
    const hidden = await world.aListing({ is_active: false });
    expect((await world.call(`GET /api/business-listings/${hidden}/reviews`)).status).toBe(404);
  });

  test.each([
    ['Maya Lindqvist', 'Maya L.'],
    ['  ana maría de la Cruz ', 'ana C.'],
    ['Cher', 'Cher'],
    ['𠮷田 花子', '𠮷田 花.'],
    ['maya@example.com', null],
    ['', null],
    [null, null],
  ])('show %j as %j', (name, shown) => {
    expect(publicName(name)).toBe(shown);
  });
});

describe('moderation', () => {
  test('hides a review with a reason and shows it again, with an entry each', async () => {
    const listing = await world.aListing();
    const { user, booking_id } = await aGuest(listing);
    const { id } = (await post(user, { booking_id, rating: 1, words: 'Ask for Dave' })).body;
    expect((await moderate(id, { hidden: true, reason: '' })).status).toBe(400);
    expect((await moderate(id, { hidden: true })).body).toMatchObject({
      hidden: true,
      hidden_reason: 'Names a person',
    });
    await moderate(id, { hidden: true, reason: 'Once more' });
    expect(await cardOf(listing)).toMatchObject({ rating: null, review_count: 0 });
    expect((await reviewsOf(listing)).reviews).toEqual([]);
    // Its writer may change it; hidden it stays.
    expect((await post(user, { booking_id, rating: 5 })).body.hidden).toBe(true);
    expect(await cardOf(listing)).toMatchObject({ rating: null, review_count: 0 });
    const list = async (query: string) => (await world.call(`GET /api/reviews${query}`, { cookie: admin.cookie })).body;
    expect((await list('?hidden=true')).rows.map((one: { id: string }) => one.id)).toContain(id);
    expect((await list('?hidden=false')).rows.map((one: { id: string }) => one.id)).not.toContain(id);
    await moderate(id, { hidden: false, reason: 'Changed since' });
    expect(await cardOf(listing)).toMatchObject({ rating: 5, review_count: 1 });
    const entries = await world.db
      .selectFrom('audit_entries')
      .select('action')
      .where('subject_id', '=', id)
      .orderBy('sequence')
      .execute();
    const [hiding] = await auditContentOf(world, 'review_hidden', id);
    expect(hiding).toEqual({
      personId: user.id,
      before: { hidden: false },
      after: { hidden: true, reason: 'Names a person' },
    });
    expect(entries.map((one) => one.action)).toEqual([
      'review_written',
      'review_hidden',
      'review_changed',
      'review_shown',
    ]);
  });

  test('counts the hidden ones and the others apart, and forgets the reason of one that is shown again', async () => {
    const { user, booking_id } = await aGuest(await world.aListing());
    const { id } = (await post(user, { booking_id, rating: 3 })).body;
    const totals = () =>
      Promise.all(
        ['?hidden=true', '?hidden=false', ''].map(
          async (query) => (await world.call(`GET /api/reviews${query}`, { cookie: admin.cookie })).body.total,
        ),
      );
    const [hidden, shown, all] = await totals();
    await moderate(id, { hidden: true });
    expect(await totals()).toEqual([hidden + 1, shown - 1, all]);
    expect((await moderate(id, { hidden: false })).body).toMatchObject({ hidden: false, hidden_reason: null });
    expect(await totals()).toEqual([hidden, shown, all]);
  });
});
