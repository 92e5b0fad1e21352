import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission, aHold, aPayout } from '../../../tests/ledger-rows.ts';
import { countLockWaits } from '../../../tests/lock-waits.ts';
import { aPlatformBooking } from '../../../tests/work-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { setHold } from './commission.ts';
import { preparePayout } from './payouts.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
let organisation: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  other = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());
beforeEach(async () => {
  organisation = (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
});

const call = (request: `${string} ${string}`, by: TestUser, body?: object) =>
  world.call(request, { cookie: by.cookie, body });
const release = (ids: string[], by = other) => call('POST /api/admin/payouts/release', by, { ids });
const withdraw = (ids: string[], by = other) =>
  call('POST /api/admin/payouts/withdraw', by, { ids, reason: 'Not to be paid yet' });
const balances = async () => (await call(`GET /api/organisations/${organisation}/earnings`, admin)).body.balances;
const none = { estimated: 0, pending: 0, held: 0, payable: 0, in_payout: 0, paid: 0 };

describe('where there is no other administrator any more', () => {
  const others = (set: { is_active?: boolean; role?: string; admin_until?: Date | null }) =>
    world.db.updateTable('profiles').set(set).where('user_id', '=', other.id).execute();
  const daysAgo = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
  afterEach(() => others({ is_active: true, role: 'admin', admin_until: null }));

  test.each([
    ['suspended', { is_active: false }],
    ['made a traveler', { role: 'traveler' }],
  ])('since they were %s of late, nobody releases alone what they have prepared', async (_, gone) => {
    const before = await aPayout(world, admin.id);
    await others(gone);
    const after = await aPayout(world, admin.id);
    for (const id of [before, after]) {
      const { status, body } = await release([id], admin);
      expect([status, body.code]).toEqual([403, 'payout_same_admin']);
    }
    // Nor later what was prepared then.
    await others({ admin_until: daysAgo(31) });
    for (const id of [before, after]) expect((await release([id], admin)).body.code).toBe('payout_same_admin');
    expect((await withdraw([before, after], admin)).body).toEqual({ withdrawn: 2, left_out: 0 });
  });

  test('and was none for 30 days, whoever is alone releases what they prepared', async () => {
    await others({ is_active: false });
    await others({ admin_until: daysAgo(29) });
    const early = await aPayout(world, admin.id);
    await others({ admin_until: daysAgo(31) });
    const late = await aPayout(world, admin.id);
    expect((await release([early], admin)).body.code).toBe('payout_same_admin');
    expect((await release([late], admin)).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
  });

  test('where there never was one, they release what they prepared', async () => {
    await others({ is_active: false, role: 'traveler' });
    await others({ admin_until: null });
    const id = await aPayout(world, admin.id);
    expect((await release([id], admin)).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
  });
});

describe('who was made an administrator after a payout was prepared', () => {
  const code = async (id: string, by: TestUser) => (await release([id], by)).body.code;

  test('does not release it, but what is prepared anew', async () => {
    const first = await aPayout(world, admin.id);
    const late = await world.aUser({ role: 'admin' });
    const { status, body } = await release([first], late);
    expect([status, body.code]).toEqual([403, 'payout_late_admin']);
    // One such payout keeps those beside it from being released, as one's own does.
    const second = await aPayout(world, admin.id);
    expect(await code(first, late)).toBe('payout_late_admin');
    expect((await release([first, second], late)).body.code).toBe('payout_late_admin');
    expect((await release([second], late)).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
    expect((await release([first])).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
    // What is settled is nobody's to release any more, and is left out.
    const after = (await release([first], late)).body;
    expect(after).toMatchObject({
      released: 0,
      left_out: 1,
      waiting: 0,
      all_released: [{ id: first, by: other.email }],
    });
  });

  test('nor who was suspended then, though they are one again; they withdraw it', async () => {
    const back = await world.aUser({ role: 'admin' });
    const set = (is_active: boolean) =>
      world.db.updateTable('profiles').set({ is_active }).where('user_id', '=', back.id).execute();
    await set(false);
    const id = await aPayout(world, admin.id);
    await set(true);
    expect(await code(id, back)).toBe('payout_late_admin');
    expect((await withdraw([id], back)).body).toEqual({ withdrawn: 1, left_out: 0 });
  });
});

describe('a prepared payout is not released', () => {
  const aPrepared = async () => {
    const booking = await aCommission(world, organisation);
    const actor = { userId: admin.id, requestId: 'test' };
    const payout = await preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisation);
    return { booking, id: payout!.id };
  };
  const decide = async (booking: string, data: object) =>
    expect((await call(`PATCH /api/bookings/${booking}`, admin, { reason: 'Told by them', ...data })).status).toBe(200);
  const unblocked = { less_due: 0, held: 0, decision: 0, amount: 0 };
  /** What is answered where one is left out, and why it is. */
  const leftOut = (id: string, blocks: Partial<typeof unblocked>, is_suspended = false) => ({
    ...{ released: 0, left_out: 1, waiting: 1 },
    waits: [{ id, organisation: expect.stringMatching(/./), is_suspended, blocks: { ...unblocked, ...blocks } }],
  });
  const bookingsOf = async (id: string) => (await call(`GET /api/admin/payouts/${id}/bookings`, admin)).body;

  test('while something in it is on hold, until that is let go', async () => {
    const { booking, id } = await aPrepared();
    const hold = await aHold(world, booking);
    expect((await release([id])).body).toEqual(leftOut(id, { held: 1 }));
    expect(await balances()).toEqual({ ...none, in_payout: 60 });
    const decision = { ids: [hold], decision: 'released', reason: 'Known guests' };
    expect((await call('POST /api/admin/holds/decide', admin, decision)).body).toEqual({ decided: 1, left_out: 0 });
    expect((await release([id])).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
    expect(await balances()).toEqual({ ...none, paid: 60 });
  });

  test('while something in it is being put on hold: it is looked at once that is done', async () => {
    const { booking, id } = await aPrepared();
    const releasing = await withTransaction(world.db, async (tx) => {
      await setHold(tx, world.clock.now(), { bookingId: booking, rule: 'burst' });
      const reply = release([id]);
      await expect.poll(() => countLockWaits(world), { timeout: 10_000 }).toBe(1);
      return { reply };
    });
    expect((await releasing.reply).body).toEqual(leftOut(id, { held: 1 }));
    expect(await balances()).toEqual({ ...none, in_payout: 60 });
  });

  test.each([
    [
      'a hold on it is voided',
      async (booking: string) => {
        const decision = { ids: [await aHold(world, booking)], decision: 'voided', reason: 'Their own brother' };
        expect((await call('POST /api/admin/holds/decide', admin, decision)).body.decided).toBe(1);
      },
    ],
    ['its booking is cancelled', (booking: string) => decide(booking, { status: 'cancelled' })],
    ['its amount is corrected downwards', (booking: string) => decide(booking, { status: 'completed', amount: 200 })],
  ] as const)('once %s, until it is withdrawn: then what is left is due', async (_, change) => {
    const { booking, id } = await aPrepared();
    await change(booking);
    const owed = (await balances()).payable + 60;
    expect(owed).toBeLessThan(60);
    expect((await release([id])).body).toEqual(leftOut(id, { less_due: 1 }));
    expect((await withdraw([id])).body).toEqual({ withdrawn: 1, left_out: 0 });
    expect(await balances()).toEqual({ ...none, payable: owed });
  });

  test('to a partner that is suspended by now; it can be withdrawn', async () => {
    const { id } = await aPrepared();
    const ready = await aPayout(world, admin.id);
    await call(`PATCH /api/organisations/${organisation}`, admin, { state: 'suspended', reason: 'Under review' });
    // Those beside it are.
    const both = await release([id, ready]);
    expect(both.body).toEqual({ ...leftOut(id, {}, true), released: 1 });
    expect(await bookingsOf(id)).toMatchObject({ total: 1, blocking: 0, is_suspended: true });
    const waits = world.db.selectFrom('payouts').select('state').where('id', '=', id);
    expect(await waits.executeTakeFirst()).toEqual({ state: 'prepared' });
    expect((await withdraw([id])).body).toEqual({ withdrawn: 1, left_out: 0 });
  });

  test('while what it takes is on an amount that is assumed, as a version before has prepared it', async () => {
    const { booking, id } = await aPrepared();
    await world.db.updateTable('bookings').set({ estimated: true }).where('id', '=', booking).execute();
    expect((await release([id])).body).toEqual(leftOut(id, { amount: 1 }));
    expect((await withdraw([id])).body).toEqual({ withdrawn: 1, left_out: 0 });
    expect(await balances()).toEqual({ ...none, pending: 60 });
  });

  test('and says by how many of its bookings, and of each why, also when it is asked once more', async () => {
    const of = (experience: string, amount_cents: number) =>
      aCommission(world, organisation, experience, { amount_cents });
    const [fine, cancelled] = [await of('Fine', 90_000), await of('Cancelled', 30_000)];
    const [held, assumed] = [await of('Held', 60_000), await of('Assumed', 40_000)];
    const doubted = await of('Doubted', 20_000);
    const actor = { userId: admin.id, requestId: 'test' };
    const { id } = (await preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisation))!;
    const free = { total: 5, blocking: 0, is_suspended: false };
    const before = await bookingsOf(id);
    expect(before).toMatchObject(free);
    expect(before.bookings[0]).toMatchObject({ booking_id: fine, experience: 'Fine', amount: 135, block: null });
    await decide(cancelled, { status: 'cancelled' });
    await aHold(world, held);
    await world.db.updateTable('bookings').set({ estimated: true }).where('id', '=', assumed).execute();
    const doubt = { state: 'proposed', doubt: 'final', match_kind: 'reference', confidence: 100 };
    await aPlatformBooking(world, { ...doubt, booking_id: doubted });
    const key = { 'idempotency-key': 'a-release-that-waits-0123' };
    const asked = () =>
      world.call('POST /api/admin/payouts/release', { cookie: other.cookie, body: { ids: [id] }, headers: key });
    const first = await asked();
    expect(first.body).toEqual(leftOut(id, { less_due: 1, held: 1, decision: 1, amount: 1 }));
    expect((await asked()).body).toEqual(first.body);
    const { bookings, ...counts } = await bookingsOf(id);
    expect(counts).toEqual({ ...free, blocking: 4 });
    const row = ({ experience, amount, block }: Record<string, unknown>) => [experience, amount, block];
    expect(bookings.map(row)).toEqual([
      ['Held', 90, 'held'],
      ['Assumed', 60, 'amount'],
      ['Cancelled', 45, 'less_due'],
      ['Doubted', 30, 'decision'],
      ['Fine', 135, null],
    ]);
    expect((await withdraw([id])).body.withdrawn).toBe(1);
    expect((await bookingsOf(id)).blocking).toBe(0);
  });
});

test('of what is released already an answer tells which is to be paid, a repeated one too', async () => {
  const [before, now] = [await aPayout(world, admin.id), await aPayout(world, admin.id)];
  expect((await release([before])).body).toEqual({ released: 1, left_out: 0, waiting: 0 });
  const request = { cookie: other.cookie, body: { ids: [before, now] }, headers: { 'idempotency-key': randomUUID() } };
  const first = await world.call('POST /api/admin/payouts/release', request);
  expect(first.body).toMatchObject({ released: 1, left_out: 1, waiting: 0 });
  const named = first.body.all_released as { id: string; amount: number; by: string; at: string }[];
  expect(named.map(({ id }) => id).sort()).toEqual([before, now].sort());
  const at = world.clock.now().toISOString();
  for (const one of named) expect(one).toMatchObject({ by: other.email, at, partner: expect.any(String) });
  expect((await world.call('POST /api/admin/payouts/release', request)).body).toEqual(first.body);
});
