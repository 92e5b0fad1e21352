import { randomUUID } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { aPartnersCode, follow, type HeldScene, scan } from '../../../tests/held-scene.ts';
import { aFareharborBooking, claim, tellOf, toldOf, webhookSecret } from '../../../tests/platform-news.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { completeTravelled } from '../bookings/bookings.ts';
import { releasePayable } from './commission.ts';
import { preparePayout } from './payouts.ts';

const day = 86_400;
let world: World;
let admin: TestUser;
let at: HeldScene;
beforeEach(async () => {
  world = await createWorld({ environment: { FAREHARBOR_WEBHOOK_SECRETS: webhookSecret, RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  at = await aPartnersCode(world);
  // From one cent on: what is payable is paid.
  await world.db
    .updateTable('organisations')
    .set({ minimum_payout_cents: 0 })
    .where('id', '=', at.organisation)
    .execute();
});

afterEach(() => world.close());

const call = (request: `${string} ${string}`, body?: object) => world.call(request, { cookie: admin.cookie, body });
/** Nights on which nobody of the world's users stays signed in. */
async function pass(days: number): Promise<void> {
  world.clock.advance(days * day);
  await completeTravelled(world, world.clock.now());
  await releasePayable(world, world.clock.now());
  admin = await world.aUser({ role: 'admin' });
}
const decide = async (id: string, body: object) =>
  expect((await call(`PATCH /api/bookings/${id}`, { reason: 'On the statement', ...body })).status).toBe(200);
const balances = async () => (await call(`GET /api/organisations/${at.organisation}/earnings`)).body.balances;
const explained = async (id: string) => (await call(`GET /api/bookings/${id}/explanation`)).body;
const prepare = () =>
  preparePayout(world.db, world.clock.now(), { userId: admin.id, requestId: 'test' }, randomUUID(), at.organisation);

/** Waits: nothing of it is payable, and no payout takes it. */
async function expectWaiting(id: string, waits_for: 'amount' | 'decision', share: number): Promise<void> {
  expect(await balances()).toMatchObject({ pending: share, payable: 0 });
  expect(await explained(id)).toMatchObject({ state: 'pending', share, waits_for });
  expect(await prepare()).toBeUndefined();
}
async function expectPayable(id: string, share: number): Promise<void> {
  expect(await balances()).toMatchObject({ pending: 0, payable: share });
  expect(await explained(id)).toMatchObject({ state: 'payable', share, waits_for: null });
  expect(await prepare()).toMatchObject({ cents: Math.round(share * 100) });
}

/** A traveler of the partner's follows the link of an experience of FareHarbor's. */
async function aConversion() {
  const traveler = await world.aUser();
  const booking_url = 'https://fareharbor.com/embeds/book/reefwalk/items/4711/';
  const listing = await world.aListing({ booking_url, price_range: '$$', commission_rate: 0.25 });
  const id = await follow(world, await scan(world, traveler, at.code), listing);
  return { id, traveler };
}

describe('an assumed amount', () => {
  test('of a completed booking is not paid, until an administrator tells the amount', async () => {
    const { id } = await aConversion();
    await decide(id, { status: 'completed' });
    await pass(40);
    await expectWaiting(id, 'amount', (await explained(id)).share);
    await decide(id, { status: 'completed', amount: 200 });
    await expectPayable(id, 30);
  });

  test('that is told just as it was assumed is told', async () => {
    const { id } = await aConversion();
    await decide(id, { status: 'completed' });
    const { amount, share } = await explained(id);
    await decide(id, { status: 'completed', amount });
    await pass(13);
    expect(await balances()).toMatchObject({ pending: share, payable: 0 });
    await pass(1);
    await expectPayable(id, share);
  });

  test('that a version before has made payable waits again from the next night on', async () => {
    const { id } = await aConversion();
    await decide(id, { status: 'completed', amount: 200 });
    await pass(14);
    expect(await balances()).toMatchObject({ payable: 30 });
    await world.db.updateTable('bookings').set({ estimated: true }).where('id', '=', id).execute();
    await pass(1);
    await expectWaiting(id, 'amount', 30);
  });

  test('of whoever has become one of the house meanwhile is held as soon as it is told', async () => {
    const { id, traveler } = await aConversion();
    await decide(id, { status: 'completed' });
    await pass(40);
    const membership = { organisation_id: at.organisation, kind: 'partner', standing: 'staff', permissions: [] };
    await world.db
      .insertInto('members')
      .values({ ...membership, user_id: traveler.id })
      .execute();
    await decide(id, { status: 'completed', amount: 200 });
    expect(await balances()).toMatchObject({ held: 30, payable: 0 });
  });
});

describe('what a platform tells and cannot be believed', () => {
  /** Confirmed by FareHarbor, which tells an amount in euros. */
  async function inEuros() {
    const { id, traveler } = await aConversion();
    const booking = aFareharborBooking({
      company: { shortname: 'reefwalk', currency: 'eur' },
      availability: { pk: 1, start_at: '2026-11-25T08:30:00-1000', item: { pk: 4711, name: 'Sunrise reef walk' } },
    });
    await claim(world, traveler, id, String(booking.pk));
    await tellOf(world, booking);
    return { id, booking };
  }
  /** The same, that it then tells in dollars, and whose day has come. */
  async function toldPlainly() {
    const { id, booking } = await inEuros();
    const plain = { ...booking, company: { shortname: 'reefwalk', currency: 'usd' }, receipt_total: 20_000 };
    world.clock.advance(1);
    await tellOf(world, plain);
    await pass(60);
    return { id, booking, plain };
  }
  const dismiss = async (reference: unknown) => {
    const { id } = await toldOf(world, reference);
    const reply = await call(`POST /api/admin/platform-bookings/${id}/dismiss`, { reason: 'It was asked about' });
    expect(reply.status).toBe(200);
  };

  test('is not paid by the estimate: not before it is decided, and the amount is told', async () => {
    const { id, booking } = await inEuros();
    await pass(60);
    const { share } = await explained(id);
    await expectWaiting(id, 'decision', share);
    await dismiss(booking.pk);
    await expectWaiting(id, 'amount', share);
    await decide(id, { status: 'completed', amount: 200 });
    await expectPayable(id, 30);
  });

  test('waits for the decision where an administrator has told the amount before it', async () => {
    const { id, booking } = await inEuros();
    await pass(60);
    await decide(id, { status: 'completed', amount: 200 });
    await expectWaiting(id, 'decision', 30);
    await pass(1);
    await expectWaiting(id, 'decision', 30);
    await dismiss(booking.pk);
    await expectPayable(id, 30);
  });

  test('waits no more once the platform tells it plainly', async () => {
    const { id, booking } = await inEuros();
    await pass(60);
    await tellOf(world, { ...booking, company: { shortname: 'reefwalk', currency: 'usd' }, receipt_total: 20_000 });
    await expectPayable(id, 30);
  });

  test.each([{ status: 'cancelled' }, { receipt_total: 1 }])(
    'of a completed booking stops what is payable until it is decided: %j',
    async (change) => {
      const { id, booking, plain } = await toldPlainly();
      expect(await balances()).toMatchObject({ payable: 30 });
      await tellOf(world, { ...plain, ...change });
      await expectWaiting(id, 'decision', 30);
      await dismiss(booking.pk);
      await expectPayable(id, 30);
    },
  );

  test('of what a payout has taken moves nothing, and holds it where the payout is withdrawn', async () => {
    const { id, plain } = await toldPlainly();
    const payout = await prepare();
    await tellOf(world, { ...plain, status: 'cancelled' });
    expect(await balances()).toMatchObject({ in_payout: 30, payable: 0, pending: 0 });
    const body = { ids: [payout!.id], reason: 'Not to be paid yet' };
    expect((await call('POST /api/admin/payouts/withdraw', body)).body).toEqual({ withdrawn: 1, left_out: 0 });
    await expectWaiting(id, 'decision', 30);
  });

  test('of what a payout has taken keeps that from being paid until it is decided, and it is paid once', async () => {
    const { booking, plain } = await toldPlainly();
    const { cookie } = await world.aUser({ role: 'admin' });
    const { id } = (await prepare())!;
    const release = async () =>
      (await world.call('POST /api/admin/payouts/release', { cookie, body: { ids: [id] } })).body;
    await tellOf(world, { ...plain, status: 'cancelled' });
    const blocks = { less_due: 0, held: 0, decision: 1, amount: 0 };
    expect(await release()).toMatchObject({ released: 0, left_out: 1, waiting: 1, waits: [{ id, blocks }] });
    expect(await balances()).toMatchObject({ in_payout: 30, paid: 0 });
    await dismiss(booking.pk);
    expect(await release()).toMatchObject({ released: 1, left_out: 0, waiting: 0 });
    expect(await release()).toMatchObject({ released: 0, left_out: 1, waiting: 0 });
    expect(await balances()).toMatchObject({ payable: 0, in_payout: 0, paid: 30 });
  });

  test('of what a version before has left payable waits from the next night on', async () => {
    const { id } = await toldPlainly();
    expect(await balances()).toMatchObject({ payable: 30 });
    const told = world.db.updateTable('platform_bookings').set({ state: 'proposed', doubt: 'amount' });
    await told.where('booking_id', '=', id).execute();
    await pass(1);
    await expectWaiting(id, 'decision', 30);
  });
});
