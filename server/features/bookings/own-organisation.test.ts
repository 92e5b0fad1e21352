import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { aPartnersCode, follow, scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, bookingOf, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withClient } from '../../platform/database/database-client.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

const ask = async (request: `${string} ${string}`, body: object, by: TestUser) => {
  const reply = await world.call(request, { cookie: by.cookie, body: { reason: 'On the statement', ...body } });
  return [reply.status, reply.body.code];
};
const refused = [403, 'own_account'];

test('what an organisation earns is decided by no administrator who is of it', async () => {
  const at = await aPartnersCode(world);
  const [own, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  const membership = { organisation_id: at.organisation, kind: 'partner', standing: 'staff', permissions: [] };
  await world.db
    .insertInto('members')
    .values({ ...membership, user_id: own.id })
    .execute();
  const id = await follow(world, await scan(world, await world.aUser(), at.code));
  const before = await bookingOf(world, id);

  expect(await ask(`PATCH /api/bookings/${id}`, { status: 'confirmed', amount: 900 }, own)).toEqual(refused);
  const booking = aFareharborBooking({ contact: null, availability: null });
  await tellOf(world, booking);
  const path = `/api/admin/platform-bookings/${(await toldOf(world, booking.pk)).id}` as const;
  expect(await ask(`POST ${path}/match`, { booking_id: id }, own)).toEqual(refused);
  expect(await bookingOf(world, id)).toEqual(before);

  expect(await ask(`POST ${path}/match`, { booking_id: id }, other)).toEqual([200, undefined]);
  expect(await ask(`POST ${path}/unmatch`, {}, own)).toEqual(refused);
  expect(await ask(`POST ${path}/dismiss`, {}, own)).toEqual(refused);
  expect((await bookingOf(world, id)).status).toBe('confirmed');
  expect(await ask(`PATCH /api/bookings/${id}`, { status: 'confirmed', amount: 90 }, other)).toEqual([200, undefined]);
});

test('nor by one who has left it in the thirty days before', async () => {
  const at = await aPartnersCode(world);
  const former = await world.aUser({ role: 'admin' });
  const membership = { organisation_id: at.organisation, kind: 'partner', standing: 'staff', permissions: [] };
  await world.db
    .insertInto('members')
    .values({ ...membership, user_id: former.id })
    .execute();
  await world.db.deleteFrom('members').where('user_id', '=', former.id).execute();
  const id = await follow(world, await scan(world, await world.aUser(), at.code));
  expect(await ask(`PATCH /api/bookings/${id}`, { status: 'confirmed', amount: 900 }, former)).toEqual(refused);
  const terms = { tier: 'standard', minimum_payout: 60 };
  expect(await ask(`PUT /api/admin/organisations/${at.organisation}/terms`, terms, former)).toEqual(refused);
  await withClient(await ownerOf(world), {}, async (client) => {
    await client.query(`update past_members set until = until - interval '31 days' where user_id = $1`, [former.id]);
  });
  expect(await ask(`PATCH /api/bookings/${id}`, { status: 'confirmed', amount: 900 }, former)).toEqual([
    200,
    undefined,
  ]);
});
