import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickOut, aFareharborBooking, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { aClickedBooking, confirmBooking } from '../../../tests/sale-steps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

async function complete(id: string, given: object = {}): Promise<void> {
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'completed', amount: 123.42, reason: 'It has been', ...given };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
}
/** A booking that is confirmed, told of, and completed or cancelled by hand a minute ago. */
async function aBookingThatIs(status: 'completed' | 'cancelled') {
  const id = await aClickOut(world, { supplier: 'reefwalk' });
  const booking = aFareharborBooking();
  await confirmBooking(world, id, String(booking.pk));
  await tellOf(world, booking);
  await complete(id, status === 'completed' ? {} : { status, amount: undefined });
  world.clock.advance(60);
  return { id, booking };
}

test.each([
  ['an amount', { amount: 150 }, { amount: 120 }],
  ['the same amount', { amount: 150 }, { amount: 123.42 }],
  ['its cancellation', { amount: 150 }, { status: 'cancelled' }],
])('whoever decides %s of a completed booking has answered the question about its amount', async (_, told, decided) => {
  const { id, booking } = await aBookingThatIs('completed');
  await tellOf(world, { ...booking, amount_paid: told.amount * 100, receipt_total: told.amount * 100 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'completed', reason: 'Set right', ...decided };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie, body })).status).toBe(200);
  expect((await toldOf(world, booking.pk))!.state).not.toBe('proposed');
});

test.each([
  ['an amount says nothing of a later day', { item: 'later' }, { status: 'completed', amount: 120 }, 'proposed'],
  ['its cancellation ends that', { item: 'later' }, { status: 'cancelled' }, 'settled'],
])('a completed booking that is told to be later: %s', async (_, _told, decided, state) => {
  const { id, booking } = await aBookingThatIs('completed');
  await tellOf(world, {
    ...booking,
    availability: { ...(booking.availability as object), start_at: '2027-06-01T09:00:00-1000' },
  });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  await complete(id, { amount: undefined, ...decided });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state });
});

test('a state without an amount answers no question about another amount', async () => {
  const { id, booking } = await aBookingThatIs('cancelled');
  await tellOf(world, { ...booking, amount_paid: 15_000, receipt_total: 15_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  await complete(id, { amount: undefined });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed' });
});

test('the reference that an administrator gives to what is cancelled stays', async () => {
  const { id } = await aClickedBooking(world);
  const booking = aFareharborBooking();
  await confirmBooking(world, id, String(booking.pk));
  await tellOf(world, booking);
  await tellOf(world, { ...booking, status: 'cancelled' });
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { status: 'cancelled', booking_reference: 'OTHER-77', amount: 50, reason: 'It was another one' };
  const reply = await world.call(`PATCH /api/bookings/${id}`, { cookie, body });
  expect([reply.status, reply.body.booking_reference]).toEqual([200, 'OTHER-77']);
});
