import { afterAll, beforeAll, expect, test } from 'vitest';
import { completeTravelled } from '../../server/features/bookings/bookings.ts';
import { aPartnersCode, holdsOf, scan } from '../held-scene.ts';
import {
  aClickOut,
  aFareharborBooking,
  aFollowedLink,
  bookingOf,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../platform-news.ts';
import { openSecondApp, type SecondApp } from '../second-app.ts';
import { call, createWorld, type World } from '../world.ts';

// SECRET_KEY is changed between what a platform tells of a traveler's address and what is asked about it.

const environment = { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' };
const [oldKey, newKey] = ['old'.repeat(12), 'new'.repeat(12)];
const servers: SecondApp[] = [];
let world: World;
let changed: World;
let withoutOld: World;
beforeAll(async () => {
  world = await createWorld({ environment: { ...environment, SECRET_KEY: oldKey } });
  changed = await withKeys(newKey, oldKey);
  withoutOld = await withKeys(newKey);
});
afterAll(async () => {
  await Promise.all(servers.map((server) => server.close()));
  await world.close();
});

/** The same world as its server has it with other keys. */
async function withKeys(...secretKeys: [string, ...string[]]): Promise<World> {
  const server = await openSecondApp(world, { ...environment, SECRET_KEY: secretKeys.join() });
  servers.push(server);
  const settings = { ...world.settings, secretKeys };
  return {
    ...world,
    app: server.app,
    settings,
    call: (request, given = {}) => call(server.app, settings, request, given),
  };
}

test('a claim by whom the platform has named before it is believed', async () => {
  const user = await world.aUser();
  const id = await aClickOut(world, { user_id: user.id, booked_at: world.clock.now() });
  const booking = aFareharborBooking({ contact: { email: user.email }, availability: null });
  await tellOf(world, booking);
  expect((await claim(changed, user, id, String(booking.pk))).status).toBe(200);
  expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', match_kind: 'claim', confidence: 100 });
  expect((await bookingOf(world, id)).status).toBe('confirmed');
});

test('an address that is told again after it is nothing new', async () => {
  const [user, admin] = [await world.aUser(), await world.aUser({ role: 'admin' })];
  const id = await aClickOut(world, { user_id: user.id });
  const booking = aFareharborBooking({ contact: { email: user.email }, availability: null });
  expect((await claim(world, user, id, String(booking.pk))).status).toBe(200);
  await tellOf(world, booking);
  const body = { status: 'cancelled', reason: 'They have said so on the phone' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
  world.clock.advance(60);
  // Told once while both are kept, it is known when the old one is gone.
  for (const [turn, server] of [changed, withoutOld].entries()) {
    await tellOf(server, { ...booking, note: `The phone has rung ${turn}` });
    expect(await toldOf(world, booking.pk)).toMatchObject({ state: 'matched', doubt: null });
  }
});

/** A platform has told the old key's server of somebody who is one of the partner's people since. */
async function aBookingOfOneWhoJoined(written: (email: string) => string) {
  const place = await aPartnersCode(world);
  const { clickId, id } = await aFollowedLink(world, await scan(world, await world.aUser(), place.code));
  const other = await world.aUser();
  const day = new Date(world.clock.now().getTime() + 20 * 86_400_000).toISOString().slice(0, 10);
  const availability = { start_at: `${day}T08:30:00-1000` };
  const contact = { email: written(other.email) };
  await tellOf(world, aFareharborBooking({ voucher_number: clickId, contact, availability }));
  expect(await holdsOf(world, id)).toEqual({});
  const staff = { kind: 'partner', standing: 'staff', permissions: [], user_id: other.id };
  await world.db
    .insertInto('members')
    .values({ ...staff, organisation_id: place.organisation })
    .execute();
  return id;
}

test.each([
  ['as they write it', (email: string) => email],
  ['written another way', (email: string) => email.replace('@', '+luau@')],
])('for whom a platform has booked is known after it, their address %s', async (_, written) => {
  const id = await aBookingOfOneWhoJoined(written);
  world.clock.advance(60 * 86_400);
  await completeTravelled(changed, world.clock.now());
  expect(await holdsOf(world, id)).toEqual({ own_email: { by: 'platform', standing: 'staff' } });
});
