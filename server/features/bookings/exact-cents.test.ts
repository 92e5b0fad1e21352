import { afterAll, beforeAll, expect, test } from 'vitest';
import { bookingOf, takeUp } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

const secret = 'n'.repeat(40);
let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', NEWS_SECRETS: `demo:${secret}` } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

/** Dollars that no binary fraction is: times a hundred they are a little more or less than their cents. */
const amounts = [
  [19.99, 1_999],
  [4.35, 435],
  [1.15, 115],
  [1.1, 110],
] as const;

test.each(amounts)('%d dollars that an administrator decides are %i cents', async (amount, amount_cents) => {
  const id = await world.aBooking();
  const body = { status: 'confirmed', amount, booking_reference: `X-${amount_cents}`, reason: 'On the statement' };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents, estimated: false });
});

test.each(amounts)('%d dollars that news of the demo tells are %i cents', async (amount, amount_cents) => {
  const id = await world.aBooking();
  const booking = world.db.selectFrom('bookings').select('transaction_id').where('id', '=', id);
  const { transaction_id } = await booking.executeTakeFirstOrThrow();
  const payload = JSON.stringify({ transaction_id, status: 'confirmed', amount });
  const { statusCode } = await world.app.inject({ method: 'POST', url: `/api/news/demo/${secret}`, payload });
  expect(statusCode).toBe(202);
  await takeUp(world);
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents, estimated: false });
});
