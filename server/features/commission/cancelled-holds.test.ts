import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { auditActorsOf } from '../../../tests/audit-content.ts';
import { aCommission, aHold } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let organisation: string;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  organisation = (await organisationOf(world, (await world.aUser({ role: 'partner' })).id))!;
});
afterAll(() => world.close());

async function call(request: `${string} ${string}`, body?: object) {
  const reply = await world.call(request, { cookie: admin.cookie, body });
  expect(reply.status).toBe(200);
  return reply.body;
}
const cancel = (id: string) => call(`PATCH /api/bookings/${id}`, { status: 'cancelled', reason: 'Called off' });

test('a hold of a booking that is cancelled holds nothing, and is counted apart from those that wait for a decision', async () => {
  const [kept, gone] = [await aCommission(world, organisation), await aCommission(world, organisation)];
  const [held, cancelled] = [await aHold(world, kept), await aHold(world, gone)];
  expect(await call('GET /api/admin/holds/rules')).toEqual({
    rules: [{ rule: 'burst', held: 2, open: 2, cancelled: 0, released: 0, voided: 0, false_alarms: null }],
    bookings: 2,
    held: 120,
  });

  await cancel(gone);
  const counts = { held: 2, open: 1, cancelled: 1, released: 0, voided: 0, false_alarms: null };
  expect(await call('GET /api/admin/holds/rules')).toEqual({
    rules: [{ rule: 'burst', ...counts }],
    bookings: 1,
    held: 60,
  });
  expect((await call('GET /api/admin/holds?state=open')).rows).toMatchObject([{ id: held, share: 60 }]);
  const all = await call('GET /api/admin/holds?sort=opened');
  expect(all.total).toBe(2);
  // What held it stays to be read, and can still be decided.
  const [row] = (await call(`GET /api/admin/holds?id=${cancelled}`)).rows;
  expect(row).toMatchObject({ state: 'open', share: 0, booking: { id: gone, status: 'cancelled', amount: 400 } });
  const decision = { ids: [cancelled], decision: 'voided', reason: 'One of a wave' };
  expect(await call('POST /api/admin/holds/decide', decision)).toEqual({ decided: 1, left_out: 0 });
  expect(await auditActorsOf(world, 'hold_voided', gone)).toEqual([admin.id]);
  expect((await call('GET /api/admin/holds/rules')).rules).toEqual([
    { rule: 'burst', held: 2, open: 1, cancelled: 0, released: 0, voided: 1, false_alarms: 0 },
  ]);
});
