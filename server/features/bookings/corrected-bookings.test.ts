import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

/** A booking of a traveler's that FareHarbor has told of, and what it says of it. */
async function aToldBooking(given: Record<string, unknown> = {}) {
  const traveler = await world.aUser();
  const booking = aFareharborBooking(given);
  const id = await aClickOut(world, { user_id: traveler.id });
  await claim(world, traveler, id, String(booking.pk));
  await tellOf(world, booking);
  return { id, booking };
}
async function correct(id: string, decision: object): Promise<void> {
  world.clock.advance(60);
  const body = { reason: 'The platform has said so on the phone', ...decision };
  const { status } = await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body });
  expect(status).toBe(200);
}
/** The same once more: as it was sent, with a trifle that says nothing, and as of a later time. */
async function tellAgain(booking: object): Promise<void> {
  await tellOf(world, booking);
  world.clock.advance(60);
  await tellOf(world, { ...booking, note: 'The phone has rung' });
  await tellOf(world, booking, { sent: new Date(world.clock.now().getTime() + 60_000) });
  await tellOf(world, { ...booking, updated_at: new Date(world.clock.now().getTime() + 90_000).toISOString() });
}

test('an amount that an administrator has set right stays when the platform says the same again', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'confirmed', amount: 100 });
  await tellAgain(booking);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 10_000 });
});

test('an amount that an administrator has set right stays when the platform then tells something else', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'confirmed', amount: 100 });
  world.clock.advance(60);
  const moved = { ...booking, customer_count: 5, availability: { start_at: '2026-12-26T10:00:00-1000' } };
  await tellOf(world, moved);
  expect(await bookingOf(world, id)).toMatchObject({
    amount_cents: 10_000,
    guest_count: 5,
    check_in_date: '2026-12-26',
  });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  world.clock.advance(60);
  await tellOf(world, { ...moved, status: 'cancelled' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'cancelled', amount_cents: 10_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
});

test('another amount than the platform told before waits for a person where an administrator has set it right', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'confirmed', amount: 100 });
  const tell = async (change: object) => {
    world.clock.advance(120);
    await tellOf(world, { ...booking, ...change }, { sent: world.clock.now() });
  };
  const expectAsked = async () => {
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'corrected' });
    expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 10_000 });
  };
  await tell({ receipt_total: 15_000 });
  await expectAsked();
  // What it tells besides is done, and ends no question.
  await tell({ receipt_total: 15_000, customer_count: 4 });
  await tell({ receipt_total: undefined, customer_count: 5 });
  await expectAsked();
  expect(await bookingOf(world, id)).toMatchObject({ guest_count: 5 });
  const { id: row } = await toldOf(world, booking.pk);
  const body = { reason: 'The phone was right' };
  const path = `POST /api/admin/platform-bookings/${row}/dismiss` as const;
  expect((await world.call(path, { cookie: admin.cookie, body })).status).toBe(200);
  await tell({ receipt_total: 15_000, customer_count: 6 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'settled' });
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 10_000, guest_count: 6 });
  await tell({ receipt_total: 16_000 });
  await expectAsked();
  // The amount that stands ends it.
  await tell({ receipt_total: 10_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ doubt: null });
  await tell({ receipt_total: 17_000 });
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 17_000 });
});

test('of a completed booking whose amount was set right nobody is asked by what tells the same amount', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'completed', amount: 100 });
  world.clock.advance(60);
  await tellOf(world, { ...booking, customer_count: 5 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  world.clock.advance(60);
  await tellOf(world, { ...booking, customer_count: 5, receipt_total: 15_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents: 10_000 });
});

test('a cancelled booking that an administrator has brought back is not cancelled by the same message', async () => {
  const { id, booking } = await aToldBooking();
  world.clock.advance(60);
  await tellOf(world, { ...booking, status: 'cancelled' });
  await correct(id, { status: 'confirmed' });
  await tellAgain({ ...booking, status: 'cancelled' });
  // One that comes late tells of what was before.
  await tellOf(world, booking);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  // Whoever decides about news is asked, until they are.
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
});

test('of what an administrator has cancelled nobody is asked again by the same message', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'cancelled' });
  await tellAgain(booking);
  expect((await bookingOf(world, id)).status).toBe('cancelled');
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  world.clock.advance(120);
  await tellOf(world, { ...booking, customer_count: 3 }, { sent: world.clock.now() });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
  // The question stands, however often it is told.
  await tellAgain({ ...booking, customer_count: 3 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'final' });
});

test('an amount in doubt that was told plainly before, and is again, is asked about no more', async () => {
  const { id, booking } = await aToldBooking();
  world.clock.advance(1);
  await tellOf(world, { ...booking, receipt_total: -1 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'amount' });
  world.clock.advance(1);
  await tellOf(world, { ...booking, note: 'Set right' });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 12_342 });
});

test('a row that the next statement repeats leaves alone what was set right after the first', async () => {
  const by = new Importer(world, admin);
  const { id, booking } = await aToldBooking();
  world.clock.advance(60);
  const row = aRow({ id: booking.pk, total: '130.00' });
  await by.apply(await by.preview(aTable([fareharborHeader, row])));
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 13_000 });
  await correct(id, { status: 'confirmed', amount: 100 });
  await by.apply(await by.preview(aTable([fareharborHeader, row, aRow({ id: 51_990_001 })])));
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 10_000 });
});

test('a reference that an administrator gives reaches what its platform has told before', async () => {
  const booking = aFareharborBooking({ contact: null, availability: null });
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'unmatched' });
  const id = await aClickOut(world);
  await correct(id, { status: 'confirmed', booking_reference: String(booking.pk) });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'reference', booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342, estimated: false });
});

test('so does one that its traveler claims and an administrator confirms; an amount that they tell with it stays', async () => {
  const booking = aFareharborBooking({ contact: null, availability: null });
  await tellOf(world, booking);
  world.clock.advance(60);
  const traveler = await world.aUser();
  const id = await aClickOut(world, { user_id: traveler.id, booked_at: world.clock.now() });
  await claim(world, traveler, id, String(booking.pk));
  await correct(id, { status: 'confirmed', amount: 100 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'corrected', booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 10_000 });
});
