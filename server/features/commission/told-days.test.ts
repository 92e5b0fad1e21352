import { afterEach, beforeEach, expect, test } from 'vitest';
import { aPartnersCode, follow, type HeldScene, scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, bookingOf, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { completeTravelled } from '../bookings/bookings.ts';
import { releasePayable } from './commission.ts';

/** The clock of a new world stands on 21 November. */
const today = '2026-11-21';
let world: World;
let admin: TestUser;
let at: HeldScene;
beforeEach(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  at = await aPartnersCode(world);
});

afterEach(() => world.close());

const call = (request: `${string} ${string}`, body: object | undefined, { cookie }: TestUser = admin) =>
  world.call(request, { cookie, body });
async function pass(days: number): Promise<void> {
  world.clock.advance(days * 86_400);
  await completeTravelled(world, world.clock.now());
  await releasePayable(world, world.clock.now());
  admin = await world.aUser({ role: 'admin' });
}
const decide = async (id: string, body: object) =>
  expect((await call(`PATCH /api/bookings/${id}`, { reason: 'On the statement', ...body })).status).toBe(200);
const explained = async (id: string) => (await call(`GET /api/bookings/${id}/explanation`, undefined)).body;

/** A traveler follows a link of FareHarbor's, and says when they travel. */
async function says(check_in_date: string, check_out_date: string | null = null, booking = aFareharborBooking()) {
  const traveler = await world.aUser();
  const booking_url = 'https://fareharbor.com/embeds/book/reefwalk/items/4711/';
  const listing = await world.aListing({ booking_url, price_range: '$$', commission_rate: 0.25 });
  const id = await follow(world, await scan(world, traveler, at.code), listing);
  const details = { booking_reference: String(booking.pk), check_in_date, check_out_date, guest_count: 2 };
  expect((await call(`PUT /api/bookings/${id}/details`, details, traveler)).status).toBe(200);
  return { id, booking };
}
/** FareHarbor's booking of a day. */
const travelling = (day: string) =>
  aFareharborBooking({
    availability: { pk: 1, start_at: `${day}T08:30:00-1000`, item: { pk: 4711, name: 'Reef walk' } },
  });

test('a day that the traveler alone has said completes nothing and makes nothing payable', async () => {
  const { id, booking } = await says(today, null, aFareharborBooking({ availability: null }));
  await tellOf(world, booking);
  await pass(30);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  expect(await explained(id)).toMatchObject({ state: 'pending', travel_day: null, payable_on: null });
  await decide(id, { status: 'completed' });
  expect(await explained(id)).toMatchObject({ state: 'pending', travel_day: '2026-12-21', payable_on: '2027-01-04' });
  await pass(14);
  expect(await explained(id)).toMatchObject({ state: 'payable', share: 18.51 });
});

test('where an administrator confirms a booking, its days are theirs', async () => {
  const { id } = await says(today, '2026-11-25');
  await decide(id, { status: 'confirmed', amount: 200 });
  expect(await explained(id)).toMatchObject({ travel_day: '2026-11-25', payable_on: '2026-12-09' });
  await pass(4);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  await pass(1);
  expect((await bookingOf(world, id)).status).toBe('completed');
  await pass(13);
  expect(await explained(id)).toMatchObject({ state: 'payable', share: 30 });
});

test('a stay is completed once the traveler has left, and its waiting begins with the day that the platform tells', async () => {
  const { id, booking } = await says('2026-11-24', '2026-11-29', travelling('2026-11-25'));
  await tellOf(world, booking);
  expect(await explained(id)).toMatchObject({ travel_day: '2026-11-25', payable_on: '2026-12-09' });
  await pass(8);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  await pass(1);
  expect((await bookingOf(world, id)).status).toBe('completed');
  await pass(9);
  expect(await explained(id)).toMatchObject({ state: 'payable', travel_day: '2026-11-25' });
});

test('a check-out that the traveler has said delays a booking that its platform has confirmed by thirty days at most', async () => {
  const { id, booking } = await says('2026-11-24', '2028-10-01', travelling('2026-11-25'));
  await tellOf(world, booking);
  await pass(34);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  await pass(1);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'completed' });
  expect(await explained(id)).toMatchObject({ state: 'payable', travel_day: '2026-11-25' });
});

test('so does one that no platform tells of, once an administrator has confirmed it', async () => {
  const { id } = await says('2026-11-24', '2028-10-01');
  await decide(id, { status: 'confirmed', amount: 200 });
  expect(await explained(id)).toMatchObject({ travel_day: '2026-12-24', payable_on: '2027-01-07' });
  await pass(34);
  expect((await bookingOf(world, id)).status).toBe('completed');
  await pass(13);
  expect(await explained(id)).toMatchObject({ state: 'payable', share: 30 });
});

test('what the platform tells counts, whatever the traveler has said before it', async () => {
  const { id, booking } = await says(today);
  await tellOf(world, booking);
  expect(await explained(id)).toMatchObject({ travel_day: '2026-12-24', payable_on: '2027-01-07' });
});

test('a day of travel before the link was followed is not applied, and a person is asked', async () => {
  const { id, booking } = await says('2026-11-30', null, travelling('2026-11-20'));
  // A claim of such a day matches nothing by itself; a day that is told later stands in doubt.
  await tellOf(world, { ...booking, availability: null });
  world.clock.advance(1);
  await tellOf(world, booking);
  const told = await toldOf(world, booking.pk);
  expect(told).toMatchObject({ state: 'proposed', doubt: 'travel', booking_id: id });
  expect(await bookingOf(world, id)).toMatchObject({
    status: 'confirmed',
    amount_cents: 12_342,
    check_in_date: '2026-11-30',
  });
  await decide(id, { status: 'completed' });
  await pass(14);
  expect(await explained(id)).toMatchObject({ state: 'pending', waits_for: 'decision', travel_day: today });
  const reply = await call(`POST /api/admin/platform-bookings/${told.id}/dismiss`, { reason: 'A date by mistake' });
  expect(reply.body).toMatchObject({ state: 'settled', doubt: 'travel' });
  expect(await explained(id)).toMatchObject({ state: 'payable', waits_for: null });
});

test('that of the day itself is believed', async () => {
  const { id, booking } = await says('2026-11-30', null, travelling(today));
  await tellOf(world, booking);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  expect(await explained(id)).toMatchObject({ travel_day: today, payable_on: '2026-12-05' });
});
