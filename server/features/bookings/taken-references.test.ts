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
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const decide = (id: string, given: object) =>
  world.call(`PATCH /api/bookings/${id}`, {
    cookie: admin.cookie,
    body: { status: 'confirmed', amount: 90, reason: 'Seen on the phone', ...given },
  });
async function aClick(platform: object = {}) {
  const traveler = await world.aUser();
  return { traveler, id: await aClickOut(world, { user_id: traveler.id, ...platform }) };
}
const spelled = (pk: unknown) => [`FH-${pk}`, String(pk), `fh ${pk}`, `#${pk}`];
const taken = [409, 'reference_taken'];

test.each([0, 1, 2, 3])(
  'a booking of FareHarbor is confirmed for one traveler, first by spelling %i',
  async (first) => {
    const all = spelled(aFareharborBooking().pk);
    const order = [all[first]!, ...all.filter((_, at) => at !== first)];
    const answers = [];
    for (const booking_reference of order) {
      const { status, body } = await decide((await aClick()).id, { booking_reference });
      answers.push([status, body.code]);
    }
    expect(answers).toEqual([[200, undefined], taken, taken, taken]);
  },
);

test('of several administrators who confirm it at once, each for another traveler, one does', async () => {
  const clicks = await Promise.all(spelled(aFareharborBooking().pk).map(async (one) => ({ one, ...(await aClick()) })));
  const answers = await Promise.all(clicks.map(({ id, one }) => decide(id, { booking_reference: one })));
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409, 409]);
});

test('nor is what the platform has told of and is matched confirmed for another traveler, who claims it', async () => {
  const booking = aFareharborBooking();
  const [one, other] = [await aClick(), await aClick()];
  await claim(world, one.traveler, one.id, String(booking.pk));
  await tellOf(world, booking);
  await claim(world, other.traveler, other.id, `FH ${booking.pk}`);
  const { status, body } = await decide(other.id, {});
  expect([status, body.code]).toEqual(taken);
  expect(await bookingOf(world, other.id)).toMatchObject({ status: 'pending', reference: null });
  expect(await toldOf(world, booking.pk)).toMatchObject({ booking_id: one.id });
  // Their own they may correct.
  const own = await decide(one.id, { booking_reference: `FH-${booking.pk}`, amount: 91 });
  expect([own.status, own.body.amount]).toEqual([200, 91]);
});

test('another company’s of the same number, and another of an operator’s with its strokes elsewhere, are their own', async () => {
  const { pk } = aFareharborBooking();
  const elsewhere = { supplier: 'otherwalk' };
  const kayaks = { platform: 'external', supplier: 'kayaks.example' } as const;
  const answers = [];
  for (const [given, booking_reference] of [
    [{}, `${pk}`],
    [elsewhere, `FH-${pk}`],
    [kayaks, '1-12'],
    [kayaks, '11-2'],
    [kayaks, '11 2'],
    [kayaks, '#1-12'],
  ] as const)
    answers.push((await decide((await aClick(given)).id, { booking_reference })).status);
  expect(answers).toEqual([200, 200, 200, 200, 409, 409]);
});
