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

/** Does to a sale, and to what it goes on as, one step after the other. @param link what names the click in what its platform tells */
async function play(id: string, order: readonly string[], link: Record<string, unknown> = {}) {
  const sale = aFareharborBooking(link);
  const next = aFareharborBooking({ rebooked_from: sale.uuid, ...link });
  const steps: Record<string, () => Promise<void>> = {
    told: () => tellOf(world, sale),
    'put off': () => tellOf(world, { ...sale, status: 'rebooked', rebooked_to: next.uuid }),
    cancelled: () => tellOf(world, { ...sale, status: 'cancelled' }),
    next: () => tellOf(world, next),
    'next again': () => tellOf(world, { ...next, note: 'A window seat' }),
    'next cancelled': () => tellOf(world, { ...next, status: 'cancelled' }),
    confirmed: () => confirm(id, String(sale.pk)),
    dismissed: () => decide(sale.pk, 'dismiss'),
  };
  for (const step of order) {
    world.clock.advance(60);
    await steps[step]!();
  }
  return { sale, next };
}

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
  ['cancelled', 'confirmed', 'next'],
].map((order) => [order] as const);
test.each(orders)('a sale that is put off and confirmed by its old reference is one in the order %j', async (order) => {
  const traveler = await world.aUser();
  const id = await aClickOut(world, { user_id: traveler.id });
  const { next } = await play(id, order);
  const made = world.db.selectFrom('bookings').select(['reference', 'status']).where('user_id', '=', traveler.id);
  expect(await made.where('status', '<>', 'cancelled').execute()).toEqual([
    { reference: String(next.pk), status: 'confirmed' },
  ]);
});

/** A booking of a click of ours at reefwalk. */
async function clicked(): Promise<{ clickId: string; id: string }> {
  const { cookie } = await world.aUser();
  const { clickId, id } = await aFollowedLink(world, cookie);
  const ofReefwalk = { supplier: 'reefwalk', platform: 'fareharbor' };
  await world.db.updateTable('bookings').set(ofReefwalk).where('id', '=', id).execute();
  return { clickId, id };
}

test.each([
  ['the news names no company', silent, 'otherwalk'],
  ['the news names no company, and both links the same', silent, 'reefwalk'],
  ['the other link names no company', {}, ''],
])(
  'where %s, a sale with a reference of one and a click of another is asked about, and counts once',
  async (_, given, supplier) => {
    const { clickId, id } = await clicked();
    const booking = aFareharborBooking({ voucher_number: clickId, ...given });
    const other = await aClickOut(world, { supplier });
    await confirm(other, String(booking.pk));
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

test.each(['unmatch', 'dismiss', 'nobody has reported it'] as const)(
  'whoever gives the reference is heard against a click that says no more: %s',
  async (how) => {
    const { clickId } = await clicked();
    const key = deriveKey(world.settings.secretKeys[0], 'click');
    const unreported = newClickId(key, { visitId: 7, listingId: await world.aListing(), madeAt: world.clock.now() });
    const isReported = how !== 'nobody has reported it';
    const booking = aFareharborBooking({ voucher_number: isReported ? clickId : unreported, ...silent });
    await tellOf(world, booking);
    if (isReported) await decide(booking.pk, 'unmatch');
    if (how === 'dismiss') await decide(booking.pk, 'dismiss');
    const given = await aClickOut(world, { supplier: 'reefwalk' });
    await confirm(given, String(booking.pk));
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
  await confirm(one, reference);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'confirmed', amount: 123.42, booking_reference: reference, reason: 'The guest has shown it' };
  const reply = await world.call(`PATCH /api/bookings/${other}`, { cookie, body });
  expect([reply.status, reply.body.code]).toEqual([409, 'reference_taken']);
});

test('a decision that does not answer it ends no question about what a platform has called off; the news’ desk does', async () => {
  const id = await aClickOut(world);
  const booking = aFareharborBooking({ status: 'cancelled' });
  await tellOf(world, booking);
  await confirm(id, String(booking.pk));
  const asked = { state: 'proposed', doubt: 'final', booking_id: id };
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await decide(booking.pk, 'dismiss');
  expect(await toldOf(world, booking.pk)).toMatchObject({ ...asked, state: 'settled' });
  await confirm(id, String(booking.pk));
  expect(await toldOf(world, booking.pk)).toMatchObject({ ...asked, state: 'settled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed' });
});

/** What is left of a sale, and whether a person is asked about its first booking. */
async function leftOf(order: readonly string[], isOfClick: boolean) {
  const { clickId, id } = await clicked();
  const { sale, next } = await play(id, order, isOfClick ? { voucher_number: clickId } : {});
  const { user_id } = await world.db
    .selectFrom('bookings')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const made = world.db.selectFrom('bookings').select('reference').where('user_id', '=', user_id);
  const left = await made.where('status', '<>', 'cancelled').orderBy('reference').execute();
  const { state, doubt } = (await toldOf(world, sale.pk))!;
  const names = new Map([
    [String(sale.pk), 'sale'],
    [String(next.pk), 'next'],
  ]);
  return {
    left: left.map(({ reference }) => names.get(reference!)).sort(),
    isAsked: state === 'proposed' && doubt === 'final',
  };
}

test.each([
  // Put away, and then it went on as another one after all.
  [['told', 'cancelled', 'confirmed', 'dismissed', 'next'], false, ['next'], false],
  [['told', 'cancelled', 'confirmed', 'confirmed', 'next'], false, ['next'], false],
  // By its click it was known whose it is.
  [['told', 'put off', 'confirmed', 'next'], true, ['next'], false],
  [['told', 'cancelled', 'confirmed', 'next'], true, ['next'], false],
  [['told', 'put off', 'next', 'confirmed'], true, ['next', 'sale'], true],
  // Whoever has said that both are stays heard, whatever is told of the other one.
  [['told', 'put off', 'next', 'confirmed', 'dismissed', 'next again'], true, ['next', 'sale'], false],
  // It went on as nothing that is left.
  [['told', 'put off', 'next', 'next cancelled', 'confirmed'], false, ['sale'], true],
  [['told', 'put off', 'confirmed'], false, ['sale'], true],
] as const)(
  'of %j (by its click: %j) is left %j, and a person is asked: %j',
  async (order, isOfClick, left, isAsked) => {
    expect(await leftOf(order, isOfClick)).toEqual({ left, isAsked });
  },
);

test('who sets an amount right without seeing that it was called off meanwhile ends no question', async () => {
  const { id } = await clicked();
  const booking = aFareharborBooking();
  await confirm(id, String(booking.pk));
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
