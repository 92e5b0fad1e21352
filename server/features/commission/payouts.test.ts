import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { auditContentOf } from '../../../tests/audit-content.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aCommission, aPayout, follow } from '../../../tests/ledger-rows.ts';
import { linesOfPdf } from '../../../tests/pdf-text.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { decideBooking } from '../bookings/decide-booking.ts';
import { decideHold, setHold } from './commission.ts';
import { preparePayout } from './payouts.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
let partner: TestUser;
let organisation: string;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  other = await world.aUser({ role: 'admin' });
  stop = await startWork(world);
});
afterAll(async () => {
  await stop();
  await world.close();
});
beforeEach(async () => {
  partner = await world.aUser({ role: 'partner' });
  organisation = (await organisationOf(world, partner.id))!;
});

const call = (request: `${string} ${string}`, by: TestUser, body?: object, key?: string) =>
  untilServed(() =>
    world.call(request, { cookie: by.cookie, body, ...(key && { headers: { 'idempotency-key': key } }) }),
  );
/** Begins a run and waits for its end. @returns the lines of its file */
async function run(by = admin, key?: string): Promise<string[]> {
  const { status, body } = await call('POST /api/admin/payout-runs', by, {}, key);
  expect(status).toBe(201);
  const state = async () => (await call(`GET /api/long-work/${body.id}`, by)).body.state;
  await expect.poll(state, { timeout: 30_000 }).toBe('done');
  return (await call(`GET /api/long-work/${body.id}/result`, by)).raw.trimEnd().split('\r\n').slice(1);
}
const release = (ids: string[], by = other) => call('POST /api/admin/payouts/release', by, { ids });
const withdraw = (ids: string[], by = other) =>
  call('POST /api/admin/payouts/withdraw', by, { ids, reason: 'Not to be paid yet' });
const payouts = async () => (await call(`GET /api/organisations/${organisation}/payouts`, partner)).body;
/** The ids of those that are neither released nor withdrawn. */
const prepared = async (): Promise<string[]> =>
  (await payouts()).filter(({ state }: { state: string }) => state === 'prepared').map(({ id }: { id: string }) => id);
const balances = async () => (await call(`GET /api/organisations/${organisation}/earnings`, partner)).body.balances;
const none = { estimated: 0, pending: 0, held: 0, payable: 0, in_payout: 0, paid: 0 };
/** Decides about a booking as an administrator does. */
const decide = (id: string, body: object) =>
  call(`PATCH /api/bookings/${id}`, admin, { reason: 'On the statement', ...body });
const entriesOf = async (id: string) =>
  (
    await world.db
      .selectFrom('ledger_entries')
      .select(['kind', 'reason'])
      .where('booking_id', '=', id)
      .orderBy('id')
      .execute()
  ).map(({ kind, reason }) => [kind, reason].filter(Boolean).join(' '));

test('a run pays each partner to whom enough is due, once, and another administrator releases it', async () => {
  const poor = (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
  await aCommission(world, poor, 'Reef walk', { amount_cents: 33_326 }); // 49.99
  const suspended = (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
  await aCommission(world, suspended);
  await call(`PATCH /api/organisations/${suspended}`, admin, { state: 'suspended', reason: 'Under review' });
  for (let at = 0; at < 3; at++) await aCommission(world, organisation, `Walk ${at}`);
  const early = await aCommission(world, organisation, 'Early', { check_in_date: '2026-11-08' });
  expect(await balances()).toEqual({ ...none, pending: 60, payable: 180 });
  const name = '=1+1, "Hale"';
  await world.db.updateTable('organisations').set({ name }).where('id', '=', organisation).execute();
  const lines = await run(admin, 'a-payout-run-0123456789');
  const [payout] = await payouts();
  // A partner is told by name, in dollars, and a name is no formula.
  expect(lines).toEqual([`${payout.id},"'=1+1, ""Hale""",180,${organisation}`]);
  expect(await run(admin, 'a-payout-run-0123456789')).toEqual(lines);
  expect(await run()).toEqual([]);
  expect(await payouts()).toEqual([
    expect.objectContaining({ amount: 180, bookings: 3, state: 'prepared', settled_at: null }),
  ]);
  expect(await balances()).toEqual({ ...none, pending: 60, in_payout: 180 });
  const own = await release([payout.id], admin);
  expect([own.status, own.body.code]).toEqual([403, 'payout_same_admin']);
  const waiting = async () => (await call('GET /api/admin/payouts?state=released', admin)).body.waiting;
  expect(await waiting()).toEqual({ partners: 1, amount: 180 });
  const [first, second] = await Promise.all([release([payout.id]), release([payout.id, payout.id])]);
  expect(first.body.released + second.body.released).toBe(1);
  expect((await withdraw([payout.id])).body).toEqual({ withdrawn: 0, left_out: 1 });
  expect(await balances()).toEqual({ ...none, pending: 60, paid: 180 });
  expect(await entriesOf(early)).toEqual(['confirm', 'confirm']);
  const { body } = await call('GET /api/admin/payouts?state=released', admin);
  expect(body).toMatchObject({
    total: 1,
    rows: [{ id: payout.id, prepared_by: admin.email, settled_by: other.email }],
    waiting: { partners: 0, amount: 0 },
  });
  const opened = await call(`GET /api/admin/payouts?id=${payout.id}`, admin);
  const terms = { tier: 'standard', minimum_payout: 50 };
  expect(opened.body).toMatchObject({ total: 1, rows: [{ id: payout.id, terms }] });
  const askedFor = async (ids: string) => await call(`GET /api/admin/payouts?ids=${ids}`, admin);
  const unknown = '00000000-0000-4000-8000-000000000000';
  expect((await askedFor(`${unknown},${payout.id}`)).body).toMatchObject({ total: 1, rows: [{ id: payout.id }] });
  for (const wrong of ['', `${payout.id},`, 'x', Array.from({ length: 51 }, () => unknown).join()])
    expect((await askedFor(wrong)).status, wrong).toBe(400);
  expect(await auditContentOf(world, 'payout_prepared', payout.id)).toMatchObject([
    { after: { state: 'prepared', organisation, cents: 18_000 } },
  ]);
  expect(await auditContentOf(world, 'payout_released', payout.id)).toEqual([
    {
      personId: null,
      before: { state: 'prepared', cents: 18_000 },
      after: { state: 'released', cents: 18_000 },
    },
  ]);
});

describe('what was paid and is no longer owed', () => {
  const paid = async () => {
    const id = await aCommission(world, organisation);
    await run();
    await release(await prepared());
    return id;
  };

  test.each([
    [{ status: 'cancelled' }, 'cancelled_after_payout', -60],
    [{ status: 'completed', amount: 300 }, 'amount_corrected', -15],
    [{ status: 'cancelled', clawback: 'duplicate' }, 'duplicate', -60],
    [{ status: 'confirmed' }, 'mistake', -60],
  ] as const)('is asked back: %j', async (decision, reason, payable) => {
    const id = await paid();
    expect((await decide(id, decision)).status).toBe(200);
    expect((await balances()).payable).toBe(payable);
    expect(await entriesOf(id)).toContain(`clawback ${reason}`);
    // Nothing is paid while less than nothing is due; the next payout is less by it.
    expect(await run()).toEqual([]);
    await aCommission(world, organisation, 'Another', { amount_cents: 100_000 });
    const [line] = await run();
    expect(line).toMatch(`,${150 + payable},${organisation}`);
    expect(await balances()).toMatchObject({ payable: 0, in_payout: 150 + payable, paid: 60 });
    await release(await prepared());
    expect(await balances()).toMatchObject({ payable: 0, in_payout: 0, paid: 210 + payable });
  });

  test.each([
    [500, { earned: 75, clawed_back: 0, paid: 60, closing: 15 }],
    [300, { earned: 60, clawed_back: 15, paid: 60, closing: -15 }],
  ])('is told as the difference where its amount becomes %i dollars', async (amount, sums) => {
    const id = await paid();
    await decide(id, { status: 'completed', amount });
    expect((await balances()).payable).toBe(sums.closing);
    const month = hawaiiDay(world.clock.now()).slice(0, 7);
    const { body } = await call(`GET /api/organisations/${organisation}/statements/${month}`, partner);
    expect(body).toMatchObject(sums);
    const { earned, clawed_back } = sums;
    expect(body.lines).toMatchObject([{ booking_id: id, earned, clawed_back, paid: 60 }]);
  });

  test('a hold that comes too late holds nothing, until it is voided', async () => {
    const id = await paid();
    await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: id, rule: 'burst' }));
    expect(await balances()).toEqual({ ...none, paid: 60 });
    const { id: hold } = await world.db
      .selectFrom('commission_holds')
      .select('id')
      .where('booking_id', '=', id)
      .executeTakeFirstOrThrow();
    const actor = { userId: admin.id, requestId: 'test' };
    const decision = { state: 'voided', reason: 'Nobody travelled' } as const;
    await withTransaction(world.db, (tx) => decideHold(tx, world.clock.now(), actor, hold, decision));
    expect(await balances()).toEqual({ ...none, payable: -60, paid: 60 });
    expect(await entriesOf(id)).toContain('clawback fraud');
  });
});

test('a withdrawn payout is due again, but for what is on hold by now', async () => {
  const [kept, doubted] = [await aCommission(world, organisation), await aCommission(world, organisation)];
  await run();
  await withTransaction(world.db, (tx) => setHold(tx, world.clock.now(), { bookingId: doubted, rule: 'burst' }));
  expect(await balances()).toEqual({ ...none, in_payout: 120 });
  const [payout] = await payouts();
  expect((await withdraw([payout.id], admin)).body).toEqual({ withdrawn: 1, left_out: 0 });
  expect((await release([payout.id])).body).toEqual({ released: 0, left_out: 1, waiting: 0 });
  expect(await balances()).toEqual({ ...none, payable: 60, held: 60 });
  expect((await entriesOf(kept)).slice(-2)).toEqual(['payout', 'payout_back']);
  expect((await entriesOf(doubted)).slice(-2)).toEqual(['reversal', 'hold']);
});

test('what is cancelled in the moment in which its payout is prepared is asked back, or was never in it', async () => {
  const actor = { userId: admin.id, requestId: 'test' };
  const seen = new Map<string, number>();
  for (let round = 0; round < 40; round++) {
    const id = await aCommission(world, organisation);
    const prepare = () => preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisation);
    const cancel = () => decideBooking(world, world.clock.now(), actor, id, { status: 'cancelled', reason: 'Told' });
    await Promise.all(round % 2 ? [prepare(), cancel()] : [cancel(), prepare()]);
    const kinds = (await entriesOf(id)).slice(2).sort().join(', ');
    seen.set(kinds, (seen.get(kinds) ?? 0) + 1);
    const { payable, in_payout } = await balances();
    expect(payable + in_payout).toBe(0);
    await withdraw(await prepared());
  }
  const either = ['clawback cancelled_after_payout, payout, reversal', 'reversal, reversal'];
  expect([...seen.keys()].filter((kinds) => !either.includes(kinds))).toEqual([]);
});

test('from click to payout a booking leaves 12 entries', async () => {
  const id = await aCommission(world, organisation, 'Reef walk', { status: 'pending', check_in_date: '2026-12-01' });
  await decide(id, { status: 'confirmed' });
  await world.db.updateTable('bookings').set({ check_in_date: '2026-10-01' }).where('id', '=', id).execute();
  await decide(id, { status: 'completed' });
  await run();
  await release(await prepared());
  expect(await entriesOf(id)).toHaveLength(12);
});

test('nobody releases a payout to an organisation of their own', async () => {
  const id = await aPayout(world, admin.id);
  const { organisation_id } = await world.db
    .selectFrom('payouts')
    .select('organisation_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  const { kind } = await world.db
    .selectFrom('organisations')
    .select('kind')
    .where('id', '=', organisation_id)
    .executeTakeFirstOrThrow();
  const membership = { organisation_id, kind, user_id: other.id, standing: 'staff', permissions: [] };
  await world.db.insertInto('members').values(membership).execute();
  const reply = await release([id]);
  expect([reply.status, reply.body.code]).toEqual([403, 'own_account']);
});

test("a partner's statement is what the entries come to, by other SQL", async () => {
  const first = await aCommission(world, organisation, 'First, "of" many');
  await aCommission(world, organisation, 'Second');
  await run();
  await release(await prepared());
  await decide(first, { status: 'completed', amount: 100 });
  await aCommission(world, organisation, 'Third', { amount_cents: 12_345 });
  // What is hidden by now stays on the statement.
  await world.db.updateTable('listings').set({ is_active: false }).where('name', '=', 'Second').execute();
  const of = (month: string) => call(`GET /api/organisations/${organisation}/statements/${month}`, partner);
  const { body } = await of('2026-11');
  const line = { partner_share: 0.15, travel_day: '2026-10-22', booked_on: '2026-11-21' };
  expect(body).toMatchObject({
    ...{ opening: 0, earned: 138.52, clawed_back: 45, paid: 120, closing: -26.48, line_count: 3 },
    lines: expect.arrayContaining([
      expect.objectContaining({
        ...line,
        experience: 'First, "of" many',
        amount: 100,
        earned: 60,
        clawed_back: 45,
        paid: 60,
      }),
      expect.objectContaining({ ...line, experience: 'Second', amount: 400, earned: 60, clawed_back: 0, paid: 60 }),
      expect.objectContaining({ ...line, experience: 'Third', amount: 123.45, earned: 18.52, clawed_back: 0, paid: 0 }),
    ]),
  });
  expect((await of('2026-10')).body).toMatchObject({ opening: 0, closing: 0, lines: [] });
  const { rows } = await sql<{ owed: number; paid: number }>`
    select sum(b.cents) filter (where a.state in ('payable', 'in_payout'))::bigint as owed,
      sum(b.cents) filter (where a.state = 'paid')::bigint as paid
    from ledger_accounts a join ledger_balances b on b.account_id = a.id where a.organisation_id = ${organisation}`.execute(
    world.db,
  );
  expect(rows[0]).toEqual({ owed: -2_648, paid: 12_000 });
  const file = await call(`GET /api/organisations/${organisation}/statements/2026-11/file`, partner);
  const lines = file.raw.trimEnd().split('\r\n');
  expect(lines).toHaveLength(6);
  expect(lines).toContainEqual(
    expect.stringContaining('"First, ""of"" many",2026-11-21,2026-10-22,100,0.15,60,45,60,'),
  );
  expect(lines.at(-1)).toBe('closing,,,,,,138.52,45,120,-26.48');

  const paper = await call(`GET /api/organisations/${organisation}/statements/2026-11/file?format=pdf`, partner);
  expect([paper.headers['content-type'], paper.headers['content-disposition']]).toEqual([
    'application/pdf',
    'attachment; filename="statement-2026-11.pdf"',
  ]);
  const pages = await linesOfPdf(paper.bytes);
  expect(pages).toHaveLength(1);
  const [page = []] = pages;
  expect(page.slice(0, 11)).toEqual([
    'Commission statement, November 2026',
    expect.stringMatching(/^For /),
    'Made by Holoholo on 2026-11-21 10:00, by Hawai‘i’s clocks. All amounts in US dollars.',
    'The month is not over: what follows may still change.',
    'Amount',
    'Owed when the month began | $0.00',
    'Became payable | $138.52',
    'Asked back | −$45.00',
    'Paid out | −$120.00',
    'Owed now | −$26.48',
    'Booked | Experience | Travel | Amount | Share | Payable | Asked back | Paid',
  ]);
  // Booked in the same moment, they come in any order; kerning makes a space of a reader's own.
  expect(
    page
      .slice(11, -1)
      .map((line) => line.replace('of " many', 'of" many'))
      .sort(),
  ).toEqual([
    '2026-11-21 | First, "of" many | 2026-10-22 | $100.00 | 15% | $60.00 | $45.00 | $60.00',
    '2026-11-21 | Second | 2026-10-22 | $400.00 | 15% | $60.00 | $0.00 | $60.00',
    '2026-11-21 | Third | 2026-10-22 | $123.45 | 15% | $18.52 | $0.00 | $0.00',
  ]);
  expect(page.at(-1)).toBe('Commission statement, November 2026 · page 1 of 1');
  const empty = await call(`GET /api/organisations/${organisation}/statements/2026-10/file?format=pdf`, partner);
  expect((await linesOfPdf(empty.bytes))[0]).toEqual(
    expect.arrayContaining(['Owed when the month ended | $0.00', 'Nothing moved in this month.']),
  );
  const wrong = await call(`GET /api/organisations/${organisation}/statements/2026-11/file?format=doc`, partner);
  expect(wrong.status).toBe(400);
});

const asOwner = async (statement: string) => onServer(await ownerOf(world), statement);

test('the trial balance comes to 0, and a cent too much is seen', async () => {
  await aCommission(world, organisation);
  await follow(world, await aCommission(world, organisation, 'Dear', { amount_cents: 7 }));
  const { body } = await call('GET /api/admin/ledger/accounts?limit=200', admin);
  expect(body.sum).toBe(0);
  expect(body.rows.reduce((sum: number, { balance }: { balance: number }) => sum + Math.round(balance * 100), 0)).toBe(
    0,
  );
  const move = (cents: number) =>
    asOwner(`update ledger_balances set cents = cents + ${cents} where (account_id, part) =
      (select account_id, part from ledger_balances order by 1, 2 limit 1)`);
  await move(1);
  expect((await call('GET /api/admin/ledger/accounts', admin)).body.sum).toBe(0.01);
  await move(-1);
  const page = await call('GET /api/admin/ledger/accounts?limit=1', admin);
  const next = await call(`GET /api/admin/ledger/accounts?limit=1&after=${page.body.next}`, admin);
  expect([page.body.rows[0], next.body.rows[0]]).toEqual(body.rows.slice(0, 2));
});
