import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  bookingsOfClick,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aClickedBooking, confirmBooking, decideNews } from '../../../tests/sale-steps.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { deriveKey } from '../../platform/settings.ts';
import { releasePayable } from '../commission/commission.ts';
import { newClickId } from '../links/links.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

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
  await decideNews(world, booking.pk, 'dismiss');
  await confirmBooking(world, id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'reference', booking_id: id });
  world.clock.advance(60);
  await tellOf(world, { ...booking, status: 'cancelled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled' });
});

test('so does one that is confirmed again after its match was taken back', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking();
  await tellOf(world, booking);
  await decideNews(world, booking.pk, 'match', { booking_id: id });
  await decideNews(world, booking.pk, 'unmatch');
  expect(await bookingOf(world, id)).toMatchObject({ status: 'pending' });
  await confirmBooking(world, id, String(booking.pk));
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
    await decideNews(world, booking.pk, 'dismiss');
    await confirmBooking(world, id, String(booking.pk));
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
    await confirmBooking(world, id, String(booking.pk));
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
    if (how === 'dismissed') await decideNews(world, booking.pk, 'dismiss');
    await confirmBooking(world, id, String(booking.pk));
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

test.each([
  ['the news names no company', silent, 'otherwalk'],
  ['the news names no company, and both links the same', silent, 'reefwalk'],
  ['the other link names no company', {}, ''],
])(
  'where %s, a sale with a reference of one and a click of another is asked about, and counts once',
  async (_, given, supplier) => {
    const { clickId, id } = await aClickedBooking(world);
    const booking = aFareharborBooking({ voucher_number: clickId, ...given });
    const other = await aClickOut(world, { supplier });
    await confirmBooking(world, other, String(booking.pk));
    await tellOf(world, booking);
    const asked = { state: 'proposed', match_kind: 'evidence', confidence: 50, booking_id: other };
    expect(await toldOf(world, booking.pk)).toMatchObject(asked);
    expect(await bookingOf(world, id)).toMatchObject({ status: 'pending' });
    world.clock.advance(60);
    await tellOf(world, { ...booking, status: 'cancelled' });
    expect(await toldOf(world, booking.pk)).toMatchObject({ ...asked, status: 'cancelled' });
    const unread = world.db.selectFrom('inbox').select('id').where('state', '=', 'unreadable');
    expect(await unread.execute()).toEqual([]);
  },
);

/** What a commission has come to by the end of its time, and for what it waits. */
async function commissionOf(id: string) {
  const { cookie } = await world.aUser({ role: 'admin' });
  const { body } = await world.call(`GET /api/bookings/${id}/explanation`, { cookie });
  return { state: body.state, waits_for: body.waits_for };
}
async function complete(id: string, given: object = {}): Promise<void> {
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'completed', amount: 123.42, reason: 'It has been', ...given };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
}
async function endOfWaiting(): Promise<void> {
  world.clock.advance(60 * 86_400);
  await releasePayable(world, world.clock.now());
}

test('the commission of the reference waits while it is asked whose the sale is, and matching it with the click’s is refused', async () => {
  const { clickId, id } = await aClickedBooking(world);
  const listing = await world.aListing({ commission_rate: 0.25 });
  const { id: partner_id } = await world.aUser({ role: 'partner' });
  const booking = aFareharborBooking({ voucher_number: clickId, ...silent });
  const other = await aClickOut(world, { supplier: 'otherwalk', partner_id, listing_id: listing });
  await confirmBooking(world, other, String(booking.pk));
  await tellOf(world, booking);
  await complete(other);
  await endOfWaiting();
  expect(await commissionOf(other)).toEqual({ state: 'pending', waits_for: 'decision' });
  const { cookie } = await world.aUser({ role: 'admin' });
  const { id: news } = (await toldOf(world, booking.pk))!;
  const body = { booking_id: id, reason: 'It came by the link' };
  const reply = await world.call(`POST /api/admin/platform-bookings/${news}/match`, { cookie, body });
  expect([reply.status, reply.body.code]).toEqual([409, 'reference_taken']);
  await decideNews(world, booking.pk, 'dismiss');
  expect(await commissionOf(other)).toEqual({ state: 'payable', waits_for: null });
});

test('it is the click’s once the match with the reference’s was taken back', async () => {
  const { clickId, id } = await aClickedBooking(world);
  const booking = aFareharborBooking({ voucher_number: clickId, ...silent });
  const other = await aClickOut(world, { supplier: 'reefwalk' });
  await confirmBooking(world, other, String(booking.pk));
  await tellOf(world, booking);
  await decideNews(world, booking.pk, 'match', { booking_id: other });
  await decideNews(world, booking.pk, 'unmatch');
  await decideNews(world, booking.pk, 'match', { booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
  expect(await bookingOf(world, other)).toMatchObject({ status: 'pending' });
});

test('of two companies that number alike, the other one is matched where a person says so', async () => {
  const booking = aFareharborBooking(silent);
  const ids = [await aClickOut(world, { supplier: 'reefwalk' }), await aClickOut(world, { supplier: 'otherwalk' })];
  for (const id of ids) await confirmBooking(world, id, String(booking.pk));
  await tellOf(world, booking);
  const { booking_id } = (await toldOf(world, booking.pk))!;
  await decideNews(world, booking.pk, 'match', { booking_id: ids.find((id) => id !== booking_id) });
  for (const id of ids) expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
});

test('what was cancelled by hand is in the way of no match', async () => {
  const { clickId, id } = await aClickedBooking(world);
  const booking = aFareharborBooking({ voucher_number: clickId, ...silent });
  const other = await aClickOut(world, { supplier: 'otherwalk' });
  await confirmBooking(world, other, String(booking.pk));
  await tellOf(world, booking);
  await complete(other, { status: 'cancelled' });
  await decideNews(world, booking.pk, 'match', { booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
});

test('of two that have the reference, that of the click is proposed', async () => {
  const { clickId, id } = await aClickedBooking(world);
  const booking = aFareharborBooking({ voucher_number: clickId, ...silent });
  for (const one of [await aClickOut(world, { supplier: 'otherwalk' }), id])
    await confirmBooking(world, one, String(booking.pk));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', booking_id: id });
});

test('where neither the news nor the link names a company, a click of another booking is heard', async () => {
  const { clickId } = await aClickedBooking(world);
  const booking = aFareharborBooking({ voucher_number: clickId, ...silent });
  const other = await aClickOut(world, { supplier: '' });
  await confirmBooking(world, other, String(booking.pk));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', confidence: 50, booking_id: other });
});

test.each(['unmatch', 'dismiss', 'nobody has reported it'] as const)(
  'whoever gives the reference is heard against a click that says no more: %s',
  async (how) => {
    const { clickId } = await aClickedBooking(world);
    const key = deriveKey(world.settings.secretKeys[0], 'click');
    const unreported = newClickId(key, { visitId: 7, listingId: await world.aListing(), madeAt: world.clock.now() });
    const isReported = how !== 'nobody has reported it';
    const booking = aFareharborBooking({ voucher_number: isReported ? clickId : unreported, ...silent });
    await tellOf(world, booking);
    if (isReported) await decideNews(world, booking.pk, 'unmatch');
    if (how === 'dismiss') await decideNews(world, booking.pk, 'dismiss');
    const given = await aClickOut(world, { supplier: 'reefwalk' });
    await confirmBooking(world, given, String(booking.pk));
    expect(await toldOf(world, booking.pk)).toMatchObject({ match_kind: 'reference', booking_id: given });
    world.clock.advance(60);
    await tellOf(world, { ...booking, status: 'cancelled' });
    expect(await bookingOf(world, given)).toMatchObject({ status: 'cancelled' });
  },
);

test.each([
  ['reefwalk', ''],
  ['', 'reefwalk'],
])('a reference is not given twice where a link names no company: %j, then %j', async (first, second) => {
  const [one, other] = [await aClickOut(world, { supplier: first }), await aClickOut(world, { supplier: second })];
  const reference = String(aFareharborBooking().pk);
  await confirmBooking(world, one, reference);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', amount: 123.42, booking_reference: reference, reason: 'The guest has shown it' };
  const reply = await world.call(`PATCH /api/bookings/${other}`, { cookie, body });
  expect([reply.status, reply.body.code]).toEqual([409, 'reference_taken']);
});

test('a decision that does not answer it ends no question about what a platform has called off; the news’ desk does', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking({ status: 'cancelled' });
  await tellOf(world, booking);
  await confirmBooking(world, id, String(booking.pk));
  const asked = { state: 'proposed', doubt: 'final', booking_id: id };
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await confirmBooking(world, id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await decideNews(world, booking.pk, 'dismiss');
  expect(await toldOf(world, booking.pk)).toMatchObject({ ...asked, state: 'settled' });
  await confirmBooking(world, id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ ...asked, state: 'settled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
});

test('who sets an amount right without seeing that it was called off meanwhile ends no question', async () => {
  const { id } = await aClickedBooking(world);
  const booking = aFareharborBooking();
  await confirmBooking(world, id, String(booking.pk));
  await tellOf(world, booking);
  const { cookie } = await world.aUser({ role: 'admin' });
  const decideAs = async (body: object) =>
    expect(
      (await world.call(`PATCH /api/bookings/${id}`, { cookie, body: { reason: 'Set right', ...body } })).status,
    ).toBe(200);
  await decideAs({ status: 'completed' });
  world.clock.advance(60);
  await tellOf(world, { ...booking, status: 'cancelled' });
  const asked = { state: 'proposed', doubt: 'final' };
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await decideAs({ status: 'completed', replaces: 'completed', amount: 120 });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
});
