import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { leaveOf } from '../../../tests/asked-links.ts';
import { aFareharborBooking, bookingOf, tellOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let user: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
});
afterAll(() => world.close());

const claim = (cookie: string, body: object, platform = 'fareharbor', headers: Record<string, string> = {}) =>
  world.call(`POST /api/revenue/${platform}/booking`, { cookie, body, headers });
const aBooking = async (given: object = {}) => {
  user = await world.aUser();
  const listing_id = await world.aListing();
  const id = await world.aBooking({ user_id: user.id, listing_id, supplier: 'reefwalk', ...given });
  return { id, listing_id };
};
const claimedOf = async (id: string) =>
  (await world.db.selectFrom('bookings').select('claimed_reference').where('id', '=', id).executeTakeFirstOrThrow())
    .claimed_reference;
const saying = (listing: number, booking_reference: string | null, amount: number | null = null) => ({
  qr_code_id: 'ABCD-EFGH-JKMN-PQRS',
  business_listing_id: listing,
  booking_details: { activity_name: 'Reef walk', price_range: '$$', timestamp: '2026-11-21T20:00:00Z' },
  fareharbor_data: { activity_id: 4711, amount, booking_reference },
});

describe('a browser that tells of a booking', () => {
  test('has its reference kept as claimed, once, and moves no money', async () => {
    const { id, listing_id } = await aBooking();
    const body = saying(listing_id, '#4567', 999_999);
    const headers = { 'idempotency-key': 'claim-0123456789abcdef' };
    const replies = await Promise.all(Array.from({ length: 5 }, () => claim(user.cookie, body, 'fareharbor', headers)));
    for (const reply of [...replies, await claim(user.cookie, body)]) {
      expect(reply.status).toBe(200);
      expect(reply.body).toMatchObject({ booking_id: id, status: 'pending', booking_reference: '#4567' });
    }
    expect(await claimedOf(id)).toBe('#4567');
    expect(await bookingOf(world, id)).toMatchObject({ status: 'pending', amount_cents: 4_500, estimated: true });
    const { rows } = await world.database.pool.query('select action from audit_entries where subject_id = $1', [id]);
    expect(rows).toEqual([{ action: 'booking_claimed' }]);
  });

  test.each([
    ['an amount below nothing', -500],
    ['an amount beyond all', 1e15],
    ['a fraction of a cent', 0.001],
  ])('and of %s is believed as little', async (_, amount) => {
    const { id, listing_id } = await aBooking();
    expect((await claim(user.cookie, saying(listing_id, null, amount))).status).toBe(200);
    expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 4_500, estimated: true });
  });

  test('changes none that has a reference, is decided, or of which it says nothing', async () => {
    const told = { claimed_reference: 'MINE-1' };
    for (const given of [told, { reference: 'FH-1', status: 'confirmed' }, { status: 'cancelled' }]) {
      const { id, listing_id } = await aBooking(given);
      expect((await claim(user.cookie, saying(listing_id, 'OTHER-2'))).status).toBe(200);
      expect(await claimedOf(id)).toBe('claimed_reference' in given ? 'MINE-1' : null);
    }
    const { id, listing_id } = await aBooking();
    await claim(user.cookie, { business_listing_id: listing_id });
    expect(await claimedOf(id)).toBeNull();
  });

  test('means the booking of its own click, of its own platform', async () => {
    const { id, listing_id } = await aBooking({ booked_at: new Date('2026-11-20T20:00:00Z') });
    const newer = await world.aBooking({ user_id: user.id, listing_id, supplier: 'reefwalk' });
    const timestamp = '2026-11-20T20:00:00Z';
    await claim(user.cookie, { ...saying(listing_id, 'FIRST-1'), booking_details: { timestamp } });
    expect([await claimedOf(id), await claimedOf(newer)]).toEqual(['FIRST-1', null]);
    const { status, body } = await claim(user.cookie, { business_listing_id: listing_id, viator_data: {} }, 'viator');
    expect([status, body.code]).toEqual([404, 'not_found']);
  });

  test('confirms what FareHarbor has told already, at FareHarbor’s amount', async () => {
    const { id, listing_id } = await aBooking();
    world.clock.advance(60);
    const booking = aFareharborBooking({ contact: { email: user.email }, availability: null });
    await tellOf(world, booking);
    world.clock.advance(60);
    const { body } = await claim(user.cookie, saying(listing_id, String(booking.pk), 999_999));
    expect(body).toMatchObject({ booking_id: id, status: 'confirmed' });
    expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 12_342, estimated: false });
  });

  test('says it in the form that the contract asks for', async () => {
    const { listing_id } = await aBooking();
    for (const data of [{ booking_reference: '<script>' }, { booking_reference: 'x'.repeat(65) }, { amount: '5' }])
      expect((await claim(user.cookie, { business_listing_id: listing_id, fareharbor_data: data })).status).toBe(400);
  });

  test('as often as the limit of changes lets it', async () => {
    const { listing_id } = await aBooking();
    await leaveOf(world, 1, 'change', user.id);
    expect((await claim(user.cookie, saying(listing_id, null))).status).toBe(200);
    expect((await claim(user.cookie, saying(listing_id, null))).status).toBe(429);
  });
});
