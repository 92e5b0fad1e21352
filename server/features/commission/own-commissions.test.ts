import { randomUUID } from 'node:crypto';
import { beforeEach, describe, expect, test } from 'vitest';
import type { EarningState } from '../../../contract/commission-states.ts';
import type { OwnCommission } from '../../../contract/own-commissions.ts';
import { aMember, organisationOf } from '../../../tests/an-organisation.ts';
import { scan } from '../../../tests/held-scene.ts';
import { aCommission, aDoubt, aHold, follow } from '../../../tests/ledger-rows.ts';
import { aPartner } from '../../../tests/partner-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { preparePayout } from './payouts.ts';

let world: World;
let owner: TestUser;
let organisation: string;
let admins: [TestUser, TestUser];
beforeEach(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  owner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, owner.id))!;
  admins = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  return () => world.close();
});

const ask = (query = '', by: { cookie: string } = owner, of = organisation) =>
  world.call(`GET /api/organisations/${of}/commissions${query}`, { cookie: by.cookie });
const rowsOf = async (query = ''): Promise<OwnCommission[]> => (await ask(query)).body.rows;
const statesNow = async (query = '') =>
  Object.fromEntries((await rowsOf(query)).map(({ experience, state, amount }) => [experience, [state, amount]]));
const earnings = async () => (await world.call(`GET /api/organisations/${organisation}/earnings`, owner)).body;

const prepare = async () =>
  (await preparePayout(
    world.db,
    world.clock.now(),
    { userId: admins[0].id, requestId: 'test' },
    randomUUID(),
    organisation,
  ))!.id;
async function release(payout: string): Promise<void> {
  const body = { ids: [payout] };
  const reply = await world.call('POST /api/admin/payouts/release', { cookie: admins[1].cookie, body });
  expect(reply.body).toMatchObject({ released: 1 });
}
/** An administrator says what has become of a booking. */
async function decide(booking: string, body: object): Promise<void> {
  const reply = await world.call(`PATCH /api/bookings/${booking}`, {
    cookie: admins[0].cookie,
    body: { reason: 'Told', ...body },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
}
const earn = (experience: string, booking = {}) => aCommission(world, organisation, experience, booking);

/** One commission in each state. */
async function aCommissionOfEach(): Promise<void> {
  const [, back] = [await earn('Paid'), await earn('Taken back')];
  await release(await prepare());
  await earn('In a payout');
  await prepare();
  await decide(back, { status: 'cancelled' });
  await earn('Estimated', { status: 'pending', estimated: true });
  await earn('Pending', { status: 'confirmed', check_in_date: '2026-12-10' });
  await aHold(world, await earn('Held'));
  await earn('Payable');
  await decide(await earn('None'), { status: 'cancelled' });
}

test('each commission is told where it stands, by itself and among those of its state, and these come to the balances', async () => {
  await aCommissionOfEach();
  expect(await statesNow()).toEqual({
    Paid: ['paid', 60],
    'Taken back': ['taken_back', -60],
    'In a payout': ['in_payout', 60],
    Estimated: ['estimated', 60],
    Pending: ['pending', 60],
    Held: ['held', 60],
    Payable: ['payable', 60],
    None: ['none', 0],
  });
  const { balances, asked_back } = await earnings();
  expect(asked_back).toBe(60);
  for (const row of await rowsOf()) {
    expect([row.state, await rowsOf(`?state=${row.state}`)]).toEqual([row.state, [row]]);
    if (row.state !== 'taken_back' && row.state !== 'none' && row.state !== 'payable' && row.state !== 'paid')
      expect([row.state, balances[row.state]]).toEqual([row.state, row.amount]);
  }
  // What is asked back is still among what was paid, and taken off what is payable.
  expect([balances.payable, balances.paid]).toEqual([60 - 60, 60 + 60]);
  const pending = (await rowsOf('?state=pending'))[0]!;
  expect(pending).toMatchObject({ booked_on: '2026-11-21', payable_on: '2026-12-24' });
});

test('of what waits for more than its day no day is told, but what it waits for', async () => {
  await earn('Assumed', { estimated: true });
  await aDoubt(world, await earn('Asked about', { status: 'confirmed', check_in_date: '2026-12-10' }));
  await earn('In time', { status: 'confirmed', check_in_date: '2026-12-10' });
  const told = (await rowsOf()).map((row) => [row.experience, [row.state, row.payable_on, row.waits_for]]);
  expect(Object.fromEntries(told)).toEqual({
    Assumed: ['pending', null, 'amount'],
    'Asked about': ['pending', null, 'decision'],
    'In time': ['pending', '2026-12-24', null],
  });
});

test('what was taken back stays so after the payout that is less by it', async () => {
  const back = await earn('Taken back');
  await release(await prepare());
  await decide(back, { status: 'cancelled' });
  await earn('More');
  await earn('And more');
  const payout = await prepare();
  const states = { 'Taken back': ['taken_back', -60], More: ['in_payout', 60], 'And more': ['in_payout', 60] };
  expect(await statesNow()).toEqual(states);
  await release(payout);
  expect(await statesNow('?state=taken_back')).toEqual({ 'Taken back': ['taken_back', -60] });
  expect(await statesNow('?state=paid')).toEqual({ More: ['paid', 60], 'And more': ['paid', 60] });
  expect(await rowsOf('?state=none')).toEqual([]);
  expect((await earnings()).asked_back).toBe(0);
});

test('of a share that was paid and has become more, the rest is payable; of one that has become less, the difference is taken back', async () => {
  const [more, less] = [await earn('More'), await earn('Less')];
  await release(await prepare());
  await decide(more, { status: 'completed', amount: 500 });
  await decide(less, { status: 'completed', amount: 300 });
  expect(await statesNow()).toEqual({ More: ['payable', 15], Less: ['taken_back', -15] });
});

test('a voided one earns nothing, and a payout that is withdrawn gives back what it had taken', async () => {
  const hold = await aHold(world, await earn('Voided'));
  const reply = await world.call('POST /api/admin/holds/decide', {
    cookie: admins[0].cookie,
    body: { ids: [hold], decision: 'voided', reason: 'Their own' },
  });
  expect(reply.status, JSON.stringify(reply.body)).toBe(200);
  await earn('Due');
  const payout = await prepare();
  expect(await statesNow()).toEqual({ Voided: ['none', 0], Due: ['in_payout', 60] });
  await world.call('POST /api/admin/payouts/withdraw', {
    cookie: admins[0].cookie,
    body: { ids: [payout], reason: 'Too early' },
  });
  expect(await statesNow('?state=payable')).toEqual({ Due: ['payable', 60] });
});

test('of who booked and with what nothing is told, but where and by which code', async () => {
  const scene = await aPartner(world, { name: 'Hale Kai' });
  const traveler = await world.aUser({ email: 'keola@guest.example' });
  await world.db.updateTable('users').set({ name: 'Keola Canary' }).where('id', '=', traveler.id).execute();
  await scan(world, traveler, scene.code);
  const code = await world.db
    .selectFrom('qr_codes')
    .select('id')
    .where('code', '=', scene.code)
    .executeTakeFirstOrThrow();
  const id = await aCommission(world, scene.organisation, 'Reef walk', {
    ...{ user_id: traveler.id, location_id: scene.placeId, qr_code_id: code.id },
  });
  const { raw, body } = await ask('', scene.owner, scene.organisation);
  expect(body.rows).toEqual([
    {
      ...{ booking_id: id, booked_on: '2026-11-21', experience: 'Reef walk', place: 'Hale Kai', code: scene.code },
      ...{ state: 'payable', amount: 60, revenue: 400, payable_on: '2026-11-05', waits_for: null },
    },
  ]);
  for (const own of ['keola', 'Canary', traveler.id]) expect(raw).not.toContain(own);
  // Each leads to its explanation, which the partner is told.
  expect((await world.call(`GET /api/bookings/${id}/explanation`, scene.owner)).body).toMatchObject({ share: 60 });
});

describe('the list', () => {
  test('comes in pages, either way, and of a month of Hawaiʻi', async () => {
    const days = ['2026-10-01T09:59:00Z', '2026-10-01T10:00:00Z', '2026-10-31T20:00:00Z', '2026-11-01T10:00:00Z'];
    for (const [at, booked_at] of days.entries()) await earn(`Number ${at}`, { booked_at: new Date(booked_at) });
    const named = (rows: OwnCommission[]) => rows.map(({ experience }) => Number(experience.slice(-1)));
    const first = (await ask('?limit=3')).body;
    expect([named(first.rows), first.total]).toEqual([[3, 2, 1], 4]);
    const second = (await ask(`?limit=3&after=${first.next}`)).body;
    expect([named(second.rows), second.total, second.next]).toEqual([[0], 4, null]);
    expect(named(await rowsOf('?sort=booked'))).toEqual([0, 1, 2, 3]);
    expect(named(await rowsOf('?month=2026-10'))).toEqual([2, 1]);
    expect(named(await rowsOf('?month=2026-10&state=payable&sort=booked'))).toEqual([1, 2]);
    expect(await rowsOf('?month=2026-10&state=held')).toEqual([]);
  });

  test('has of a range what a figure counts, and these bring what it says', async () => {
    const scene = await aPartner(world, { name: 'Hale Kai' });
    const at = (days: number) => new Date(world.clock.now().getTime() - days * 86_400_000);
    const booked = (experience: string, booking: object) =>
      aCommission(world, scene.organisation, experience, { partner_id: scene.owner.id, ...booking });
    await booked('Now', { booked_at: at(0.5), amount_cents: 40_000 });
    await booked('This week', { booked_at: at(2), amount_cents: 12_345, status: 'confirmed' });
    await booked('Not told', { booked_at: at(2), estimated: true });
    await booked('Waiting', { booked_at: at(1.5), status: 'pending', estimated: true });
    await booked('Off', { booked_at: at(1.5), status: 'cancelled' });
    await booked('This month', { booked_at: at(20), amount_cents: 5000 });
    const read = async (query: string) => (await ask(query, scene.owner, scene.organisation)).body;
    const named = async (query: string) => (await read(query)).rows.map((row: OwnCommission) => row.experience);
    const figures = async (range: string) =>
      (await world.call(`GET /api/analytics/revenue?time_range=${range}`, scene.owner)).body;
    for (const [range, names] of [
      ['24h', ['Now']],
      ['7d', ['Not told', 'Now', 'This week']],
      ['30d', ['Not told', 'Now', 'This month', 'This week']],
    ] as const) {
      const { rows, total } = await read(`?of=bookings&time_range=${range}`);
      const { bookings, total_revenue } = await figures(range);
      expect(rows.map((row: OwnCommission) => row.experience).sort()).toEqual(names);
      expect([total, rows.reduce((so: number, { revenue }: OwnCommission) => so + (revenue ?? 0), 0)]).toEqual([
        ...[bookings.value, total_revenue.value],
      ]);
    }
    expect(await named('?of=pending&time_range=7d')).toEqual(['Waiting']);
    expect((await named('?of=completed&time_range=7d')).sort()).toEqual(['Not told', 'Now']);
    expect((await named('?time_range=7d')).sort()).toEqual(['Not told', 'Now', 'Off', 'This week', 'Waiting']);
    expect(await named('?of=bookings&time_range=90d&month=2026-10')).toEqual([]);
    const { rows } = await read('?of=bookings');
    expect(rows).toHaveLength(4);
  });

  test('is refused for what there is not', async () => {
    for (const query of [
      '?of=scans',
      '?time_range=2d',
      '?state=clawed',
      '?month=2026-13',
      '?month=October',
      '?after=x',
      '?limit=201',
      '?sort=amount',
    ]) {
      const { status, body } = await ask(query);
      expect([status, body.code], query).toEqual([400, 'invalid_request']);
    }
  });

  test('is for owners, of their own alone; an administrator’s look is noted', async () => {
    await earn('Reef walk');
    const clerk = await aMember(world, organisation, [
      'partner_portal_access',
      'performance_analytics',
      'commission_tracking',
    ]);
    expect((await ask('', clerk)).status).toBe(403);
    const other = await aPartner(world);
    expect((await ask('', other.owner)).status).toBe(404);
    expect((await ask('', await world.aUser())).status).toBe(403);
    expect((await ask('', admins[0])).body.rows).toHaveLength(1);
    expect((await ask('', other.owner, other.organisation)).body).toEqual({ rows: [], total: 0, next: null });
  });
});

test('a commission that follows its booking is told as it is then', async () => {
  const id = await earn('Reef walk', { status: 'pending', estimated: true });
  const stateOf = async () => (await rowsOf()).map(({ state }) => state as EarningState);
  expect(await stateOf()).toEqual(['estimated']);
  await world.db.updateTable('bookings').set({ status: 'confirmed', estimated: false }).where('id', '=', id).execute();
  await follow(world, id);
  expect(await stateOf()).toEqual(['pending']);
});
