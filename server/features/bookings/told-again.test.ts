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
