import { afterAll, beforeAll, expect, test } from 'vitest';
import { permutations } from '../../../tests/permutations.ts';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

async function aClaimedBooking() {
  const user = await world.aUser();
  const booking = aFareharborBooking();
  const id = await aClickOut(world, { user_id: user.id });
  await claim(world, user, id, String(booking.pk));
  return { id, booking };
}
/** As a sender that says nothing of when it was sent. */
async function tell(booking: object): Promise<void> {
  world.clock.advance(60);
  await tellOf(world, booking);
}
const isAsked = { state: 'proposed', doubt: 'repeated' };
const isCertain = { state: 'matched', doubt: null };

test('a message that comes again after another one changes nothing, and a person is asked once', async () => {
  const { id, booking } = await aClaimedBooking();
  const raised = { ...booking, receipt_total: 15_000 };
  for (const one of [booking, raised, raised]) await tell(one);
  expect(await toldOf(world, booking.pk)).toMatchObject(isCertain);
  await tell(booking);
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 15_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject(isAsked);
  const { id: row } = await toldOf(world, booking.pk);
  const { cookie } = await world.aUser({ role: 'admin' });
  const body = { reason: 'They send twice' };
  expect((await world.call(`POST /api/admin/platform-bookings/${row}/dismiss`, { cookie, body })).status).toBe(200);
  await tell(booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'settled' });
  await tell({ ...booking, receipt_total: 16_000 });
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 16_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ doubt: null });
});

test('what comes again and differs in nothing that commission depends on asks nobody', async () => {
  const { id, booking } = await aClaimedBooking();
  for (const one of [booking, { ...booking, customer_count: 5 }, booking]) await tell(one);
  expect(await bookingOf(world, id)).toMatchObject({ guest_count: 5 });
  expect(await toldOf(world, booking.pk)).toMatchObject(isCertain);
});

test('nor does one that comes again after its booking was cancelled', async () => {
  const { id, booking } = await aClaimedBooking();
  for (const one of [booking, { ...booking, status: 'cancelled' }, booking]) await tell(one);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled' });
  expect(await toldOf(world, booking.pk)).toMatchObject(isCertain);
});

test('of one that is sent again with the time of that, all orders end in the same question', async () => {
  for (const order of permutations([1, 2, 3] as const)) {
    const { id, booking } = await aClaimedBooking();
    const sent = (at: number) => new Date(world.clock.now().getTime() + (at - 5) * 60_000);
    for (const at of order)
      await tellOf(world, at === 2 ? { ...booking, receipt_total: 15_000 } : booking, { sent: sent(at) });
    expect(await toldOf(world, booking.pk), order.join()).toMatchObject(isAsked);
    expect(await bookingOf(world, id), order.join()).toMatchObject({ amount_cents: 12_342 });
    await tellOf(world, { ...booking, receipt_total: 16_000 }, { sent: sent(4) });
    expect(await toldOf(world, booking.pk), order.join()).toMatchObject(isCertain);
    expect(await bookingOf(world, id), order.join()).toMatchObject({ amount_cents: 16_000 });
  }
});

test('one that is sent again before anything else, or states when it changed, asks nobody', async () => {
  const { booking } = await aClaimedBooking();
  const at = (minute: number) => new Date(world.clock.now().getTime() + (minute - 9) * 60_000);
  for (const minute of [1, 2, 3]) await tellOf(world, booking, { sent: at(minute) });
  expect(await toldOf(world, booking.pk)).toMatchObject(isCertain);
  const stated = (minute: number, total: number) =>
    tellOf(world, { ...booking, receipt_total: total, updated_at: at(minute).toISOString() });
  await stated(4, 15_000);
  await stated(5, 12_342);
  expect(await toldOf(world, booking.pk)).toMatchObject({ ...isCertain, amount_cents: 12_342 });
});
