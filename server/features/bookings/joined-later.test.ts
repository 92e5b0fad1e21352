import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPartnersCode, holdsOf, scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, aFollowedLink, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { completeTravelled } from './bookings.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** A platform has booked for somebody who is one of the partner's people since. */
async function aBookingOfOneWhoJoined(said: object = {}) {
  admin = await world.aUser({ role: 'admin' });
  const place = await aPartnersCode(world);
  const { clickId, id } = await aFollowedLink(world, await scan(world, await world.aUser(), place.code));
  const other = await world.aUser();
  const news = aFareharborBooking({ voucher_number: clickId, contact: { name: 'Kai', email: other.email }, ...said });
  await tellOf(world, news);
  expect(await holdsOf(world, id)).toEqual({});
  const staff = { kind: 'partner', standing: 'staff', permissions: [], user_id: other.id };
  await world.db
    .insertInto('members')
    .values({ ...staff, organisation_id: place.organisation })
    .execute();
  return { id, news };
}
const post = async (request: `${string} ${string}`, given: object) => {
  const body = { reason: 'On the statement', ...given };
  expect((await world.call(request, { cookie: admin.cookie, body })).status).toBe(200);
};
const held = { own_email: { by: 'platform', standing: 'staff' } };

test('whom the platform has booked for is looked at when an administrator completes it', async () => {
  const { id } = await aBookingOfOneWhoJoined();
  await post(`PATCH /api/bookings/${id}`, { status: 'completed', amount: 400 });
  expect(await holdsOf(world, id)).toEqual(held);
});

test.each(['dismiss', 'match'] as const)('and when what is in doubt is decided: %s', async (decides) => {
  const { id, news } = await aBookingOfOneWhoJoined({ receipt_total: -5 });
  const row = await toldOf(world, news.pk);
  expect(row).toMatchObject({ state: 'proposed', match_kind: 'click', doubt: 'amount' });
  const given = decides === 'match' ? { booking_id: id } : {};
  await post(`POST /api/admin/platform-bookings/${row.id}/${decides}`, given);
  expect(await holdsOf(world, id)).toEqual(held);
});

test('and when it is completed on the day after travel', async () => {
  const { id } = await aBookingOfOneWhoJoined();
  world.clock.advance(60 * 86_400);
  await completeTravelled(world, world.clock.now());
  expect(await holdsOf(world, id)).toEqual(held);
});
