import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  bring,
  claim,
  silent,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { newsHandlersOf } from '../../news-sources.ts';
import { takeUpNews } from '../../platform/news/news.ts';

let world: World;
let user: TestUser;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  user = await world.aUser();
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

async function claimed(booking: Record<string, unknown>): Promise<string> {
  const id = await aClickOut(world, { user_id: user.id });
  await claim(world, user, id, String(booking.pk));
  return id;
}
const listed = async (pk: unknown) =>
  (await world.call(`GET /api/admin/platform-bookings?search=${pk}`, { cookie: admin.cookie })).body.rows[0];

test('of very many changes without a time the last ones are known again', { timeout: 60_000 }, async () => {
  const booking = aFareharborBooking();
  const id = await claimed(booking);
  const change = (cents: number) => ({ ...booking, receipt_total: cents });
  for (let cents = 1_000; cents < 1_070; cents++) {
    world.clock.advance(1);
    await tellOf(world, change(cents));
  }
  world.clock.advance(1);
  await tellOf(world, change(1_068));
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 1_069 });
});

test('of news that is taken up late the times are those at which it came, in whatever order', async () => {
  const booking = aFareharborBooking({ contact: null, availability: null });
  const came = [];
  for (const status of ['booked', 'cancelled']) {
    world.clock.advance(60);
    came.push(world.clock.now());
    await bring(world, { booking: { ...booking, status } });
  }
  const waiting = world.db.selectFrom('inbox').select('id').where('state', '=', 'new').orderBy('id', 'desc');
  world.clock.advance(60);
  for (const { id } of await waiting.execute())
    await takeUpNews(world.db, world.clock.now(), newsHandlersOf(world.settings), id, silent);
  const [first, last] = came.map((moment) => moment.toISOString());
  expect(await listed(booking.pk)).toMatchObject({ first_news_at: first, last_news_at: last });
});

test('a link that was followed between two pieces of news did not lead to the booking', async () => {
  const booking = aFareharborBooking({ contact: null, availability: null });
  await tellOf(world, booking);
  world.clock.advance(60);
  const between = await aClickOut(world, { user_id: user.id, booked_at: world.clock.now() });
  world.clock.advance(60);
  await tellOf(world, { ...booking, receipt_total: 9_000 });
  const { body } = await claim(world, user, between, String(booking.pk));
  expect(body.status).toBe('pending');
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', confidence: 50, booking_id: between });
});

test('an amount in doubt that the platform then tells plainly is asked about no more', async () => {
  const booking = aFareharborBooking();
  const id = await claimed(booking);
  await tellOf(world, { ...booking, receipt_total: -1 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'amount' });
  world.clock.advance(1);
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
});

test('an older amount that cannot be believed puts no newer one in doubt', async () => {
  const booking = aFareharborBooking();
  const id = await claimed(booking);
  const older = world.clock.now();
  world.clock.advance(60);
  await tellOf(world, booking, { sent: world.clock.now() });
  await tellOf(world, { ...booking, receipt_total: -1 }, { sent: older });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null, amount_cents: 12_342 });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
});

test('an amount in doubt stays in doubt when newer news tells none, in whatever order it comes', async () => {
  const booking = aFareharborBooking();
  const { receipt_total: _, ...silentOfAmount } = booking;
  const news = [
    booking,
    { ...booking, receipt_total: -1 },
    { ...silentOfAmount, customer_count: 5 },
    { ...silentOfAmount, customer_count: 6 },
  ];
  const at = (minute: number) => new Date(world.clock.now().getTime() + (minute - 60) * 60_000);
  for (const order of [
    [0, 1, 2, 3],
    [0, 2, 3, 1],
    [2, 0, 1, 3],
    [3, 2, 1, 0],
  ]) {
    const one = { ...booking, ...aFareharborBooking() };
    const id = await claimed(one);
    const names = { pk: one.pk, uuid: one.uuid, display_id: one.display_id, confirmation_url: one.confirmation_url };
    for (const turn of order) await tellOf(world, { ...news[turn], ...names }, { sent: at(turn) });
    expect(await toldOf(world, one.pk), order.join()).toMatchObject({ state: 'proposed', doubt: 'amount' });
    expect(await listed(one.pk)).toMatchObject({ amount: 123.42, amount_told: '-1', guest_count: 6 });
    expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 12_342, guest_count: 6 });
    // One that can be believed and comes late ends it where it is newer than what cannot be, though not than all that was told.
    await tellOf(world, { ...booking, ...names, receipt_total: 11_000 }, { sent: at(0.5) });
    expect(await toldOf(world, one.pk), order.join()).toMatchObject({ state: 'proposed', doubt: 'amount' });
    await tellOf(world, { ...booking, ...names, receipt_total: 15_000 }, { sent: at(1.5) });
    expect(await toldOf(world, one.pk), order.join()).toMatchObject({ state: 'matched', doubt: null });
    expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 15_000, guest_count: 6 });
  }
});

test('a doubt about an amount that a person has put away is not asked about again by news without one', async () => {
  const booking = aFareharborBooking({ company: { shortname: 'reefwalk', currency: 'eur' } });
  await claimed(booking);
  await tellOf(world, booking);
  const { id } = await toldOf(world, booking.pk);
  const body = { reason: 'It was asked about' };
  await world.call(`POST /api/admin/platform-bookings/${id}/dismiss`, { cookie: admin.cookie, body });
  world.clock.advance(1);
  await tellOf(world, { ...booking, receipt_total: undefined, customer_count: 7 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'settled', doubt: 'currency' });
  // Another one that cannot be believed is something new.
  world.clock.advance(1);
  await tellOf(world, { ...booking, receipt_total: 99 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'currency' });
});

test('whose news a booking follows is explained also where it came before the claim', async () => {
  const booking = aFareharborBooking({ contact: { email: user.email }, availability: null });
  const id = await aClickOut(world, { user_id: user.id });
  await tellOf(world, booking);
  await claim(world, user, id, String(booking.pk));
  const { body } = await world.call(`GET /api/bookings/${id}/explanation`, { cookie: admin.cookie });
  expect(body.changes.at(-1)).toMatchObject({
    status: 'confirmed',
    told_by: 'fareharbor',
    reason: `booking ${booking.pk} of fareharbor`,
  });
});
