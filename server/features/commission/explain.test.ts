import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { preparePayout } from './payouts.ts';

let world: World;
let admin: TestUser;
let other: TestUser;
let partner: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  [admin, other] = [await world.aUser({ role: 'admin' }), await world.aUser({ role: 'admin' })];
  partner = await world.aUser({ role: 'partner' });
});
afterAll(() => world.close());

const explained = async (id: string, by = partner) =>
  (await untilServed(() => world.call(`GET /api/bookings/${id}/explanation`, { cookie: by.cookie }))).body;
const decide = async (id: string, data: object) => {
  const body = { reason: 'On the statement', ...data };
  expect((await world.call(`PATCH /api/bookings/${id}`, { cookie: admin.cookie, body })).status).toBe(200);
};

test('an explanation says what payouts have taken and what of it was paid, and what a cancelled booking was', async () => {
  const organisation = (await organisationOf(world, partner.id))!;
  const id = await aCommission(world, organisation);
  const actor = { userId: admin.id, requestId: 'test' };
  const prepare = () => preparePayout(world.db, world.clock.now(), actor, randomUUID(), organisation);
  const release = (payout: string) =>
    world.call('POST /api/admin/payouts/release', { cookie: other.cookie, body: { ids: [payout] } });
  const was = { amount: 400, travel_day: '2026-10-22' };
  expect(await explained(id)).toMatchObject({ ...was, status: 'completed', share: 60, paid_out: 0, paid: 0 });
  const first = await prepare();
  expect(await explained(id)).toMatchObject({ share: 60, paid_out: 60, paid: 0 });
  expect((await release(first!.id)).body.released).toBe(1);
  expect(await explained(id)).toMatchObject({ state: 'payable', share: 60, paid_out: 60, paid: 60 });

  await decide(id, { status: 'cancelled' });
  const gone = { ...was, state: 'none', status: 'cancelled', share: 0, payable_on: null };
  for (const by of [partner, admin]) expect(await explained(id, by)).toMatchObject({ ...gone, paid_out: 60, paid: 60 });
  expect(await explained(id, admin)).toMatchObject({ platform_pays: 0, margin: 0 });

  // The next payout is less by it, and that is asked back no more.
  const next = await aCommission(world, organisation, 'Another', { amount_cents: 100_000 });
  const second = await prepare();
  expect(await explained(id)).toMatchObject({ paid_out: 0, paid: 60 });
  expect((await release(second!.id)).body.released).toBe(1);
  expect(await explained(id)).toMatchObject({ ...gone, paid_out: 0, paid: 0 });
  expect(await explained(next)).toMatchObject({ paid_out: 150, paid: 150 });
});
