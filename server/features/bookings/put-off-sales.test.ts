import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickOut, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { aClickedBooking, playSale } from '../../../tests/sale-steps.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** Of a sale that is put off: what its platform tells of the one and of the other, and an administrator who confirms it by the old reference. */
const orders = [
  ['told', 'put off', 'next', 'confirmed'],
  ['told', 'put off', 'confirmed', 'next'],
  ['told', 'confirmed', 'put off', 'next'],
  ['confirmed', 'told', 'put off', 'next'],
  ['told', 'next', 'put off', 'confirmed'],
  ['next', 'told', 'put off', 'confirmed'],
  ['next', 'confirmed', 'told', 'put off'],
  ['confirmed', 'next', 'put off', 'told'],
  ['put off', 'confirmed', 'next'],
  ['cancelled', 'confirmed', 'next'],
].map((order) => [order] as const);
test.each(orders)('a sale that is put off and confirmed by its old reference is one in the order %j', async (order) => {
  const traveler = await world.aUser();
  const id = await aClickOut(world, { user_id: traveler.id });
  const { next } = await playSale(world, id, order);
  const made = world.db.selectFrom('bookings').select(['reference', 'status']).where('user_id', '=', traveler.id);
  expect(await made.where('status', '<>', 'cancelled').execute()).toEqual([
    { reference: String(next.pk), status: 'confirmed' },
  ]);
});

/** What is left of a sale, and whether a person is asked about its first booking. */
async function leftOf(order: readonly string[], isOfClick: boolean) {
  const { clickId, id } = await aClickedBooking(world);
  const { sale, next, third } = await playSale(world, id, order, isOfClick ? { voucher_number: clickId } : {});
  const { user_id } = await world.db
    .selectFrom('bookings')
    .select('user_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const made = world.db.selectFrom('bookings').select('reference').where('user_id', '=', user_id);
  const left = await made.where('status', '<>', 'cancelled').orderBy('reference').execute();
  const { state, doubt } = (await toldOf(world, sale.pk))!;
  const names = new Map([
    [String(sale.pk), 'sale'],
    [String(next.pk), 'next'],
    [String(third.pk), 'third'],
  ]);
  return {
    left: left.map(({ reference }) => names.get(reference!)).sort(),
    isAsked: state === 'proposed' && doubt === 'final',
  };
}

test.each([
  // Put away, and then it went on as another one after all.
  [['told', 'cancelled', 'confirmed', 'dismissed', 'next'], false, ['next', 'sale'], true],
  [['told', 'cancelled', 'confirmed', 'confirmed', 'next'], false, ['next'], false],
  // By its click it was known whose it is.
  [['told', 'put off', 'confirmed', 'next'], true, ['next'], false],
  [['told', 'cancelled', 'confirmed', 'next'], true, ['next'], false],
  [['told', 'put off', 'next', 'confirmed'], true, ['next', 'sale'], true],
  // Whoever has said that both are stays heard, whatever is told of the other one.
  [['told', 'put off', 'next', 'confirmed', 'dismissed', 'next again'], true, ['next', 'sale'], false],
  // It went on as nothing that is left.
  [['told', 'put off', 'next', 'next cancelled', 'confirmed'], false, ['sale'], true],
  [['told', 'put off', 'confirmed'], false, ['sale'], true],
  [['told', 'cancelled', 'confirmed', 'next cancelled'], true, ['sale'], true],
  // Put off twice.
  [['told', 'put off', 'next', 'next put off', 'third', 'confirmed'], false, ['third'], false],
  [['told', 'next', 'third', 'confirmed'], false, ['third'], false],
  [['told', 'put off', 'next', 'next put off', 'confirmed', 'third'], false, ['sale', 'third'], true],
  [['told', 'put off', 'next', 'next put off', 'confirmed', 'dismissed', 'third'], false, ['sale', 'third'], true],
  // The same, told by another of its names.
  [['told', 'put off', 'next', 'confirmed', 'dismissed', 'next otherwise'], true, ['next', 'sale'], false],
] as const)(
  'of %j (by its click: %j) is left %j, and a person is asked: %j',
  async (order, isOfClick, left, isAsked) => {
    expect(await leftOf(order, isOfClick)).toEqual({ left, isAsked });
  },
);
