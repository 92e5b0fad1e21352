import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission, aHold, aPayout } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
});
afterAll(() => world.close());

async function overview() {
  const reply = await world.call('GET /api/admin/commission-overview', admin);
  expect(reply.status, reply.raw).toBe(200);
  return reply.body;
}
const sums = ['estimated', 'pending', 'held', 'payable', 'paid_this_month', 'paid_before'];

/** How the sums change by what is done. */
async function moved(does: () => Promise<unknown>): Promise<Record<string, number>> {
  const before = await overview();
  await does();
  const after = await overview();
  const changes = sums.map((name) => [name, after[name] - before[name]] as const);
  return Object.fromEntries(changes.filter(([, change]) => change !== 0));
}
const aHotel = async () => (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;

test('without a booking there is nothing of it', async () => {
  expect(await overview()).toEqual({
    ...Object.fromEntries(sums.map((name) => [name, 0])),
    ...{ month: '2026-11-01', from: '2026-10-23', until: '2026-11-21', top_partners: [] },
  });
});

test('a commission moves from one sum to the next, and each of them alone', async () => {
  const hotel = await aHotel();
  const later = { check_in_date: '2026-12-24', status: 'confirmed' };
  expect(await moved(() => aCommission(world, hotel, 'A', { status: 'pending' }))).toEqual({ estimated: 60 });
  let booking = '';
  const confirmed = async () => {
    booking = await aCommission(world, hotel, 'B', later);
  };
  expect(await moved(confirmed)).toEqual({ pending: 60 });
  expect(await moved(() => aHold(world, booking))).toEqual({ pending: -60, held: 60 });
  expect(await moved(() => aCommission(world, hotel, 'C'))).toEqual({ payable: 60 });
  let payout = '';
  const prepared = async () => {
    payout = await aPayout(world, admin.id);
  };
  expect(await moved(prepared)).toEqual({});
  const release = () =>
    world.call('POST /api/admin/payouts/release', { cookie: other.cookie, body: { ids: [payout], reason: 'Sent' } });
  expect(await moved(release)).toEqual({ paid_this_month: 60 });
});

test('those who earned most by bookings of 30 days come first, and what is only expected counts for nobody', async () => {
  const [hotel, inn] = [await aHotel(), await aHotel()];
  await aCommission(world, inn, 'A', { amount_cents: 90_000 });
  await aCommission(world, hotel, 'B', { amount_cents: 50_000 });
  await aCommission(world, hotel, 'C', { amount_cents: 70_000 });
  const day = 86_400_000;
  await aCommission(world, inn, 'D', { booked_at: new Date(world.clock.now().getTime() - 31 * day) });
  await aCommission(world, inn, 'E', { status: 'pending' });
  const { top_partners: top } = await overview();
  expect(top.slice(0, 2)).toEqual([
    { id: hotel, organization_name: expect.any(String), bookings: 2, commission: 180 },
    { id: inn, organization_name: expect.any(String), bookings: 1, commission: 135 },
  ]);
});

test('what was paid is of its month alone, and then beside as much of the next one', async () => {
  const { paid_this_month: paid } = await overview();
  expect(paid).toBeGreaterThan(0);
  const inDays = async (days: number) => {
    world.clock.advance(days * 86_400);
    admin = await world.aUser({ role: 'admin' });
    return await overview();
  };
  // It was paid on the 21st.
  const nothing = { month: '2026-12-01', paid_this_month: 0, paid_before: 0 };
  expect(await inDays(15)).toMatchObject(nothing);
  expect(await inDays(14)).toMatchObject(nothing);
  expect(await inDays(1.1)).toMatchObject({ ...nothing, paid_before: paid });
  expect(await inDays(30)).toMatchObject({ month: '2027-01-01', paid_this_month: 0, paid_before: 0 });
});

test('its month is Hawaiʻi’s: what is paid in the last half hour of it is, and in the next half hour is of the next', async () => {
  const lastHalfHour = Date.parse('2026-12-31T23:30:00-10:00');
  world.clock.advance((lastHalfHour - world.clock.now().getTime()) / 1000);
  const pay = async () => {
    [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
    const body = { ids: [await aPayout(world, admin.id)], reason: 'Sent' };
    const reply = await world.call('POST /api/admin/payouts/release', { cookie: other.cookie, body });
    expect(reply.status, reply.raw).toBe(200);
  };
  await pay();
  expect(await overview()).toMatchObject({ month: '2026-12-01', until: '2026-12-31', paid_this_month: 60 });
  world.clock.advance(3_600);
  admin = await world.aUser({ role: 'admin' });
  expect(await overview()).toMatchObject({ month: '2027-01-01', until: '2027-01-01', paid_this_month: 0 });
  await pay();
  expect(await overview()).toMatchObject({ month: '2027-01-01', paid_this_month: 60 });
  // It goes on where UTC has the same day.
  world.clock.advance(12 * 3_600);
  admin = await world.aUser({ role: 'admin' });
  expect(await overview()).toMatchObject({ month: '2027-01-01', paid_this_month: 60 });
});
