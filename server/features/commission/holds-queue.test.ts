import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { auditActorsOf, auditContentOf } from '../../../tests/audit-content.ts';
import { aCommission, aHold } from '../../../tests/ledger-rows.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { setHold } from './commission.ts';

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

const call = (request: `${string} ${string}`, body?: object, by = admin) =>
  untilServed(() => world.call(request, { cookie: by.cookie, body }));
const list = async (query = '') => (await call(`GET /api/admin/holds?${query}`)).body;
const counts = async () => (await call('GET /api/admin/holds/rules')).body;
const decide = async (ids: string[], decision: string, by = admin, replaces?: string) =>
  (
    await call(
      'POST /api/admin/holds/decide',
      { ids, decision, reason: 'Looked at', ...(replaces && { replaces }) },
      by,
    )
  ).body;
const balances = async () => (await call(`GET /api/organisations/${organisation}/earnings`)).body.balances;

/** Commissions of $60 that a rule holds. @returns the ids of their holds, in no order */
async function held(count: number, rule = 'burst'): Promise<{ hold: string; booking: string }[]> {
  const made = [];
  for (let at = 0; at < count; at++) {
    const booking = await aCommission(world, organisation, `Walk ${at}`);
    const id = await aHold(world, booking, rule);
    made.push({ hold: id, booking });
  }
  return made;
}

test('the queue tells of each hold, by rule, by state and by who it is about, page after page', async () => {
  const { name } = await world.db
    .updateTable('organisations')
    .set({ name: `Hale Queue ${organisation}` })
    .where('id', '=', organisation)
    .returning('name')
    .executeTakeFirstOrThrow();
  const [one] = await held(1, 'own_account');
  world.clock.advance(60);
  await held(2);
  const search = `search=${encodeURIComponent(name)}`;
  const all = await list(search);
  expect(all.total).toBe(3);
  expect(all.rows.map(({ rule }: { rule: string }) => rule)).toEqual(['burst', 'burst', 'own_account']);
  expect(all.rows[2]).toMatchObject({
    id: one!.hold,
    state: 'open',
    decided_by: null,
    partner: name,
    share: 60,
    others_open: 0,
    booking: { id: one!.booking, experience: 'Walk 0', amount: 400, status: 'completed' },
  });
  const first = await list(`${search}&limit=2`);
  const second = await list(`${search}&limit=2&after=${first.next}`);
  expect([...first.rows, ...second.rows]).toEqual(all.rows);
  expect((await list(`${search}&rule=own_account`)).total).toBe(1);
  expect((await list(`${search}&rule=own_account&state=voided`)).total).toBe(0);
  expect((await list(`search=${all.rows[2].booking.email}`)).rows).toEqual([all.rows[2]]);
  expect((await list(`search=${all.rows[2].booking.transaction_id}`)).rows).toEqual([all.rows[2]]);
  expect((await list(`id=${one!.hold}`)).rows).toEqual([all.rows[2]]);
  await withTransaction(world.db, (tx) =>
    setHold(tx, world.clock.now(), { bookingId: one!.booking, rule: 'own_email', details: { by: 'account' } }),
  );
  expect((await list(`id=${one!.hold}`)).rows[0].others_open).toBe(1);
});

test('some are released and some voided with a reason, each is in the audit log, and false alarms are counted', async () => {
  const ruleBefore = (await counts()).rules.find(({ rule }: { rule: string }) => rule === 'paid_traffic');
  expect(ruleBefore).toBeUndefined();
  const before = await counts();
  const made = await held(4, 'paid_traffic');
  expect(await counts()).toMatchObject({ bookings: before.bookings + 4, held: before.held + 240 });
  expect(await balances()).toMatchObject({ held: 240, payable: 0 });
  const ids = made.map(({ hold }) => hold);
  expect(await decide(ids.slice(0, 3), 'released')).toEqual({ decided: 3, left_out: 0 });
  expect(await decide(ids.slice(3), 'voided')).toEqual({ decided: 1, left_out: 0 });
  expect(await balances()).toMatchObject({ held: 0, payable: 180 });
  const after = await counts();
  expect(after.rules.find(({ rule }: { rule: string }) => rule === 'paid_traffic')).toEqual({
    rule: 'paid_traffic',
    held: 4,
    open: 0,
    cancelled: 0,
    released: 3,
    voided: 1,
    false_alarms: 0.75,
  });
  expect(after).toMatchObject({ bookings: before.bookings, held: before.held });
  expect(await auditActorsOf(world, 'hold_released', made[0]!.booking)).toEqual([admin.id]);
  expect(await auditContentOf(world, 'hold_voided', made[3]!.booking)).toEqual([
    expect.objectContaining({
      before: { hold: ids[3], state: 'open' },
      after: { hold: ids[3], state: 'voided', reason: 'Looked at' },
    }),
  ]);
  // The rule asked again holds nothing of what was decided.
  for (const { booking } of made)
    await withTransaction(world.db, (tx) =>
      setHold(tx, world.clock.now(), { bookingId: booking, rule: 'paid_traffic' }),
    );
  expect(await balances()).toMatchObject({ held: 0, payable: 180 });
});

test('of two administrators who decide at once one does, and the other is told what is left out', async () => {
  const made = await held(12, 'own_device');
  const ids = made.map(({ hold }) => hold);
  const [released, voided] = await Promise.all([decide(ids, 'released'), decide(ids.toReversed(), 'voided', other)]);
  expect(released.decided + voided.decided).toBe(12);
  expect(released.left_out + voided.left_out).toBe(12);
  expect(await balances()).toMatchObject({ held: 0, payable: released.decided * 60 });
  const [one] = ids;
  const state = (await list(`id=${one}`)).rows[0].state;
  const otherwise = state === 'voided' ? 'released' : 'voided';
  expect(await decide([one!], otherwise)).toEqual({ decided: 0, left_out: 1 });
  // Knowing what was decided, it is changed.
  expect(await decide([one!], otherwise, admin, state)).toEqual({ decided: 1, left_out: 0 });
  expect((await list(`id=${one}`)).rows[0].state).toBe(otherwise);
});

test('all that match are decided as long work, with a file of them; what is held later is not', {
  timeout: 120_000,
}, async () => {
  const made = await held(130, 'impossible_travel');
  const body = { rule: 'impossible_travel', state: 'open', decision: 'voided', reason: 'A forged crowd' };
  const seen = (await list('rule=impossible_travel&state=open')).digest;
  const [more] = await held(1, 'impossible_travel');
  const grown = await call('POST /api/admin/holds/decide-matching', { ...body, seen });
  expect([grown.status, grown.body.code]).toEqual([409, 'list_changed']);
  await decide([more!.hold], 'released');
  const begun = await call('POST /api/admin/holds/decide-matching', { ...body, seen });
  expect(begun.status).toBe(201);
  world.clock.advance(1);
  const [late] = await held(1, 'impossible_travel');
  await expect
    .poll(async () => (await call(`GET /api/long-work/${begun.body.id}`)).body.state, { timeout: 60_000 })
    .toBe('done');
  const { progress } = (await call(`GET /api/long-work/${begun.body.id}`)).body;
  expect(progress).toEqual({ done: 130, total: 130 });
  const lines = (await call(`GET /api/long-work/${begun.body.id}/result`)).raw.trimEnd().split('\r\n');
  expect(lines).toHaveLength(131);
  expect(lines.slice(1).every((line) => line.endsWith(',impossible_travel,voided'))).toBe(true);
  expect((await list('rule=impossible_travel&state=open')).rows.map(({ id }: { id: string }) => id)).toEqual([
    late!.hold,
  ]);
  expect(await balances()).toMatchObject({ held: 60, payable: 60 });
  expect(await auditActorsOf(world, 'hold_voided', made[7]!.booking)).toEqual([admin.id]);
});

test('holds of an administrator’s own organisation are decided by somebody else', async () => {
  const [mine] = await held(1, 'own_device');
  const membership = { organisation_id: organisation, kind: 'partner', standing: 'staff', permissions: [] };
  const own = await world.aUser({ role: 'admin' });
  await world.db
    .insertInto('members')
    .values({ ...membership, user_id: own.id })
    .execute();
  const body = { ids: [mine!.hold], decision: 'released', reason: 'Looked at' };
  const refused = await call('POST /api/admin/holds/decide', body, own);
  expect([refused.status, refused.body.code]).toEqual([403, 'own_account']);
  const { digest } = await list('rule=own_device&state=open');
  const matching = { rule: 'own_device', state: 'open', seen: digest, decision: 'voided', reason: 'A wave' };
  const begun = await call('POST /api/admin/holds/decide-matching', matching, own);
  expect(begun.status).toBe(201);
  const end = () => call(`GET /api/long-work/${begun.body.id}`, undefined, own);
  await expect.poll(async () => (await end()).body.state, { timeout: 20_000 }).toBe('done');
  const [hold] = (await list(`id=${mine!.hold}`)).rows;
  expect(hold.state).toBe('open');
  expect(await decide([mine!.hold], 'released')).toEqual({ decided: 1, left_out: 0 });
});

test('half a cent of a share is shown as it is posted', async () => {
  const booking = await aCommission(world, organisation, 'Reef walk', { amount_cents: 12_350 });
  const hold = await aHold(world, booking);
  expect(await balances()).toMatchObject({ held: 18.53 });
  expect((await list(`id=${hold}`)).rows).toMatchObject([{ id: hold, share: 18.53 }]);
});
