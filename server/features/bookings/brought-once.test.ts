import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { followMarked, releasePayable } from '../commission/commission.ts';
import { completeTravelled } from './complete-travelled.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** A booking of a traveler's that FareHarbor has told of, and what it says of it. */
async function aToldBooking(day = dayIn(30)) {
  const traveler = await world.aUser();
  const booking = aFareharborBooking({ availability: availability(day) });
  const id = await aClickOut(world, { user_id: traveler.id, booked_at: world.clock.now() });
  const details = { booking_reference: String(booking.pk), check_in_date: day, guest_count: 2 };
  expect((await world.call(`PUT /api/bookings/${id}/details`, { cookie: traveler.cookie, body: details })).status).toBe(
    200,
  );
  await tellOf(world, booking);
  return { id, booking };
}
/** Sessions of administrators end within minutes. */
const anAdmin = (): Promise<TestUser> => world.aUser({ role: 'admin' });
async function correct(id: string, decision: object): Promise<void> {
  world.clock.advance(60);
  const body = { reason: 'The platform has said so on the phone', ...decision };
  const { status } = await world.call(`PATCH /api/bookings/${id}`, { cookie: (await anAdmin()).cookie, body });
  expect(status).toBe(200);
}
async function putAway(pk: unknown): Promise<void> {
  world.clock.advance(60);
  const { id } = await toldOf(world, pk);
  const request = { cookie: (await anAdmin()).cookie, body: { reason: 'They said so on the phone' } };
  expect((await world.call(`POST /api/admin/platform-bookings/${id}/dismiss`, request)).status).toBe(200);
}
async function tellNext(booking: object): Promise<void> {
  world.clock.advance(60);
  await tellOf(world, booking);
}
async function importRow(row: Parameters<typeof aRow>[0]): Promise<void> {
  world.clock.advance(60);
  const by = new Importer(world, await anAdmin());
  const [year, month, date] = dayIn(20).split('-');
  await by.apply(await by.preview(aTable([fareharborHeader, aRow({ day: `${month}/${date}/${year}`, ...row })])));
}
async function passDays(days: number): Promise<void> {
  world.clock.advance(days * 86_400);
  const now = world.clock.now();
  await completeTravelled(world, now);
  await followMarked(world, now);
  await releasePayable(world, now);
}
const commissionOf = (id: string) =>
  world.db
    .selectFrom('commissions')
    .select(['basis', 'amount_cents', 'travel_day', 'payable_on'])
    .where('booking_id', '=', id)
    .executeTakeFirstOrThrow();
const dayIn = (days: number) => new Date(world.clock.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
const availability = (day: string) => ({ start_at: `${day}T08:30:00-1000`, item: { pk: 4711, name: 'Reef walk' } });
const asked = { state: 'proposed', doubt: 'final' };
const certain = { state: 'matched', doubt: null };

test.each(['20.00', '150.00'])('an amount told with a state that is behind ours is applied: %s', async (total) => {
  const amount_cents = Number(total) * 100;
  const { id, booking } = await aToldBooking();
  await importRow({ id: booking.pk, total, status: 'On hold' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents });
  await importRow({ id: booking.pk, total, status: 'Completed' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents });
  expect(await toldOf(world, booking.pk)).toMatchObject(certain);
  await passDays(60);
  expect(await commissionOf(id)).toMatchObject({ basis: 'earned', amount_cents });
});

test('so it is by a webhook after it', async () => {
  const { id, booking } = await aToldBooking();
  await importRow({ id: booking.pk, total: '20.00', status: 'On hold' });
  await tellNext({ ...booking, receipt_total: 15_000 });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 15_000 });
});

test('news that it is booked cancels no booking that an administrator has brought back: a person is asked', async () => {
  const { id, booking } = await aToldBooking();
  await tellNext({ ...booking, status: 'cancelled' });
  await correct(id, { status: 'confirmed', amount: 123.42 });
  await world.db.updateTable('bookings').set({ mail_due_at: null }).where('id', '=', id).execute();
  await tellNext({ ...booking, receipt_total: 15_000, customer_count: 3 });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  const { mail_due_at } = await world.db
    .selectFrom('bookings')
    .select('mail_due_at')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  expect(mail_due_at).toBeNull();
  await passDays(60);
  expect(await commissionOf(id)).toMatchObject({ basis: 'pending', amount_cents: 12_342 });
  await putAway(booking.pk);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'completed', amount_cents: 12_342 });
  expect(await commissionOf(id)).toMatchObject({ basis: 'earned', amount_cents: 12_342 });
});

test('nor does a row of a statement, and an administrator who agrees is asked no more', async () => {
  const { id, booking } = await aToldBooking();
  await tellNext({ ...booking, status: 'cancelled' });
  await correct(id, { status: 'confirmed' });
  await importRow({ id: booking.pk, total: '150.00' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', amount_cents: 12_342 });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await correct(id, { status: 'cancelled' });
  expect(await toldOf(world, booking.pk)).toMatchObject(certain);
});

test('what a rebooking replaces is cancelled all the same', async () => {
  const { id, booking } = await aToldBooking();
  const after = aFareharborBooking({ rebooked_from: booking.uuid, availability: availability(dayIn(40)) });
  await tellNext(after);
  expect((await bookingOf(world, id)).status).toBe('cancelled');
});

test('a completed booking that is put off is paid for by nobody before a person has looked; put back, it has its new day', async () => {
  const { id, booking } = await aToldBooking(dayIn(3));
  await passDays(5);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'completed' });
  const later = dayIn(60);
  await tellNext({ ...booking, availability: availability(later) });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await passDays(30);
  expect(await commissionOf(id)).toMatchObject({ basis: 'pending' });
  await correct(id, { status: 'confirmed' });
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', check_in_date: later });
  expect(await toldOf(world, booking.pk)).toMatchObject(certain);
  await passDays(32);
  expect(await commissionOf(id)).toMatchObject({ basis: 'pending', travel_day: later });
  await passDays(14);
  expect(await commissionOf(id)).toMatchObject({ basis: 'earned', travel_day: later });
});

test('one that was put off and put away by a person is asked about once, and again where it is put off again', async () => {
  const { booking } = await aToldBooking(dayIn(3));
  await passDays(5);
  const moved = { ...booking, availability: availability(dayIn(60)) };
  await tellNext(moved);
  await tellNext({ ...moved, customer_count: 5 });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
  await putAway(booking.pk);
  await tellNext({ ...moved, customer_count: 6 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'settled' });
  await tellNext({ ...moved, availability: availability(dayIn(70)) });
  expect(await toldOf(world, booking.pk)).toMatchObject(asked);
});

test('an amount in question that an administrator then sets is asked about no more', async () => {
  const { id, booking } = await aToldBooking();
  await correct(id, { status: 'confirmed', amount: 100 });
  await tellNext({ ...booking, receipt_total: 15_000 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'corrected' });
  await correct(id, { status: 'confirmed', amount: 120 });
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'proposed', doubt: 'corrected' });
  await correct(id, { status: 'confirmed', amount: 150 });
  expect(await toldOf(world, booking.pk)).toMatchObject(certain);
});
