import { afterAll, beforeAll, expect, test } from 'vitest';
import { aPasskey } from '../../../tests/access-world.ts';
import type { GoogleWorld } from '../../../tests/google-flow.ts';
import {
  aClickOut,
  aFareharborBooking,
  bookingOf,
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
  await aPasskey(world as GoogleWorld, admin);
  // What was confirmed with its registration has run out.
  world.clock.advance(601);
});
afterAll(() => world.close());

const ask = async (request: `${string} ${string}`, body: object, by = admin) => {
  const reply = await world.call(request, { cookie: by.cookie, body: { reason: 'On the statement', ...body } });
  return [reply.status, reply.body.code];
};
const refused = [403, 'step_up_required'];
const aRow = async () => {
  const booking = aFareharborBooking({ contact: null, availability: null });
  await tellOf(world, booking);
  return { id: (await toldOf(world, booking.pk)).id, pk: booking.pk };
};

test.each([{ status: 'confirmed' }, { status: 'completed', amount: 9_000 }, { status: 'cancelled' }])(
  'whoever has a passkey makes a booking %j with it alone',
  async (decision) => {
    const id = await aClickOut(world);
    const before = await bookingOf(world, id);
    expect(await ask(`PATCH /api/bookings/${id}`, decision)).toEqual(refused);
    expect(await bookingOf(world, id)).toEqual(before);
  },
);

test('so it is with an amount and a reference that are set right', async () => {
  const id = await aClickOut(world, { status: 'confirmed', estimated: false, amount_cents: 10_000 });
  for (const change of [{ amount: 900 }, { booking_reference: 'FH-1' }])
    expect(await ask(`PATCH /api/bookings/${id}`, { status: 'confirmed', ...change })).toEqual(refused);
  expect(await bookingOf(world, id)).toMatchObject({ amount_cents: 10_000, reference: null });
});

test('whose booking a platform tells of, what is taken back, and what is put away is decided with it alone', async () => {
  // Outside production whoever has no passkey needs none.
  const [ours, other, row] = [await aClickOut(world), await world.aUser({ role: 'admin' }), await aRow()];
  const path = `/api/admin/platform-bookings/${row.id}` as const;
  expect(await ask(`POST ${path}/match`, { booking_id: ours })).toEqual(refused);
  expect(await ask(`POST ${path}/dismiss`, {})).toEqual(refused);
  expect([(await toldOf(world, row.pk)).state, (await bookingOf(world, ours)).status]).toEqual([
    'unmatched',
    'pending',
  ]);
  expect(await ask(`POST ${path}/match`, { booking_id: ours }, other)).toEqual([200, undefined]);
  expect(await ask(`POST ${path}/unmatch`, {})).toEqual(refused);
  expect([(await toldOf(world, row.pk)).state, (await bookingOf(world, ours)).status]).toEqual([
    'matched',
    'confirmed',
  ]);
});
