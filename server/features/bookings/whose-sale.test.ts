import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  aFollowedLink,
  bookingOf,
  bookingsOfClick,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { newClickId } from '../links/links.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

async function decide(pk: unknown, how: 'match' | 'dismiss' | 'unmatch', body: object = {}): Promise<void> {
  world.clock.advance(60);
  const { id } = await toldOf(world, pk);
  const { cookie } = await world.aUser({ role: 'admin' });
  const request = { cookie, body: { reason: 'Asked on the phone', ...body } };
  expect((await world.call(`POST /api/admin/platform-bookings/${id}/${how}`, request)).status).toBe(200);
}
async function confirm(id: string, booking_reference: string): Promise<void> {
  world.clock.advance(60);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', amount: 123.42, booking_reference, reason: 'The guest has shown it' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
}

test('a claim takes no sale that names a click which nobody has reported yet: it is that click’s once it is', async () => {
  const thief = await world.aUser();
  const guessed = await aClickOut(world, { user_id: thief.id });
  const listing = await world.aListing();
  const key = deriveKey(world.settings.secretKeys[0], 'click');
  const clickId = newClickId(key, { visitId: 7, listingId: listing, madeAt: world.clock.now() });
  const booking = aFareharborBooking({ voucher_number: clickId });
  await claim(world, thief, guessed, String(booking.pk));
  world.clock.advance(1);
  await tellOf(world, booking);
  expect(await bookingOf(world, guessed)).toMatchObject({ status: 'pending' });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', confidence: 50, booking_id: guessed });
  const { cookie } = await world.aUser();
  const body = { business_listing_id: listing, booking_url: `https://booked.example/?ref=${clickId}` };
  expect((await world.call('POST /api/qr/booking-conversion', { cookie, body })).status).toBe(201);
  const [own] = await bookingsOfClick(world, clickId);
  expect(own).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'click', booking_id: own!.id });
  expect(await bookingOf(world, guessed)).toMatchObject({ status: 'pending' });
});

test('a booking that is confirmed with the reference of what was put away follows it', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking();
  await tellOf(world, booking);
  await decide(booking.pk, 'dismiss');
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'reference', booking_id: id });
  world.clock.advance(60);
  await tellOf(world, { ...booking, status: 'cancelled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled' });
});

test('so does one that is confirmed again after its match was taken back', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking();
  await tellOf(world, booking);
  await decide(booking.pk, 'match', { booking_id: id });
  await decide(booking.pk, 'unmatch');
  expect(await bookingOf(world, id)).toMatchObject({ status: 'pending' });
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'reference', booking_id: id });
  world.clock.advance(60);
  await tellOf(world, { ...booking, status: 'cancelled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled' });
});

const silent = { company: { name: 'Reef Walk', currency: 'usd' }, confirmation_url: '' };
test.each([
  ['the news', 'reefwalk', silent],
  ['the link', '', {}],
])(
  'where %s does not say of which company it is, a booking that is confirmed with its reference follows it, too',
  async (_, supplier, given) => {
    const id = await aClickOut(world, { supplier });
    const booking = aFareharborBooking(given);
    await tellOf(world, booking);
    await decide(booking.pk, 'dismiss');
    await confirm(id, String(booking.pk));
    expect(await toldOf(world, booking.pk)).toMatchObject({
      state: 'matched',
      match_kind: 'reference',
      booking_id: id,
    });
    world.clock.advance(60);
    await tellOf(world, {
      ...aFareharborBooking(),
      ...booking,
      company: { shortname: 'reefwalk' },
      status: 'cancelled',
    });
    expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled' });
  },
);

test('where it may be the booking of two companies, one is proposed', async () => {
  const booking = aFareharborBooking(silent);
  for (const supplier of ['reefwalk', 'otherwalk']) {
    const id = await aClickOut(world, { supplier });
    await confirm(id, String(booking.pk));
  }
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', match_kind: 'evidence', confidence: 50 });
});

test.each(['unmatched', 'dismissed'])(
  'what was cancelled before an administrator confirms it stays confirmed, and is asked about: %s',
  async (how) => {
    const id = await aClickOut(world);
    const booking = aFareharborBooking({ status: 'cancelled' });
    await tellOf(world, booking);
    if (how === 'dismissed') await decide(booking.pk, 'dismiss');
    await confirm(id, String(booking.pk));
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final', booking_id: id });
    const { mail_due_at } = await world.db
      .selectFrom('bookings')
      .select('mail_due_at')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(mail_due_at).toBeNull();
  },
);

/** Of a sale that is put off: what its platform tells of the one and of the other, and an administrator who confirms it by the old reference. */
const orders = [
  ['told', 'put off', 'next', 'confirmed'],
  ['told', 'put off', 'confirmed', 'next'],
  ['told', 'confirmed', 'put off', 'next'],
  ['confirmed', 'told', 'put off', 'next'],
  ['told', 'next', 'put off', 'confirmed'],
  ['next', 'told', 'put off', 'confirmed'],
  ['next', 'confirmed', 'told', 'put off'],
  ['confirmed', 'next', 'put off', 'told'],
  ['put off', 'confirmed', 'next'],
  ['put off, not to what', 'confirmed', 'next'],
].map((order) => [order] as const);
test.each(orders)('a sale that is put off and confirmed by its old reference is one in the order %j', async (order) => {
  const traveler = await world.aUser();
  const id = await aClickOut(world, { user_id: traveler.id });
  const sale = aFareharborBooking();
  const next = aFareharborBooking({ rebooked_from: sale.uuid });
  const steps: Record<string, () => Promise<void>> = {
    told: () => tellOf(world, sale),
    'put off': () => tellOf(world, { ...sale, status: 'rebooked', rebooked_to: next.uuid }),
    'put off, not to what': () => tellOf(world, { ...sale, status: 'cancelled' }),
    next: () => tellOf(world, next),
    confirmed: () => confirm(id, String(sale.pk)),
  };
  for (const step of order) {
    world.clock.advance(60);
    await steps[step]!();
  }
  const made = world.db.selectFrom('bookings').select(['reference', 'status']).where('user_id', '=', traveler.id);
  expect(await made.where('status', '<>', 'cancelled').execute()).toEqual([
    { reference: String(next.pk), status: 'confirmed' },
  ]);
});

test.each([
  ['the news names no company', silent, 'otherwalk'],
  ['the other link names no company', {}, ''],
])('where %s, a click of ours tells more than a reference', async (_, given, supplier) => {
  const { cookie } = await world.aUser();
  const { clickId, id } = await aFollowedLink(world, cookie);
  await world.db
    .updateTable('bookings')
    .set({ supplier: 'reefwalk', platform: 'fareharbor' })
    .where('id', '=', id)
    .execute();
  const booking = aFareharborBooking({ voucher_number: clickId, ...given });
  const other = await aClickOut(world, { supplier });
  await confirm(other, String(booking.pk));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'click', booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
});

test.each([
  ['reefwalk', ''],
  ['', 'reefwalk'],
])('a reference is not given twice where a link names no company: %j, then %j', async (first, second) => {
  const [one, other] = [await aClickOut(world, { supplier: first }), await aClickOut(world, { supplier: second })];
  const reference = String(aFareharborBooking().pk);
  await confirm(one, reference);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', amount: 123.42, booking_reference: reference, reason: 'The guest has shown it' };
  const reply = await world.call(`PATCH /api/bookings/${other}`, { cookie, body });
  expect([reply.status, reply.body.code]).toEqual([409, 'reference_taken']);
});

test('what an administrator confirms against a cancellation they are asked about is asked about no more', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking({ status: 'cancelled' });
  await tellOf(world, booking);
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'settled', doubt: 'final', booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
});
