import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { startWork } from '../../../tests/at-work.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { untilServed } from '../../../tests/until-served.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let admin: TestUser;
let stop: () => Promise<void>;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  stop = await startWork(world);
});
afterAll(async () => {
  await stop();
  await world.close();
});

/** A partner with so many bookings of each of some amounts in cents that are due, or asked back where they are below zero. */
async function aPartnerWithDue(due: readonly (readonly [cents: number, bookings: number])[]): Promise<string> {
  const partner = await world.aUser({ role: 'partner' });
  const organisation = (await organisationOf(world, partner.id))!;
  const listing = await world.aListing();
  const of = (cents: number, bookings: number) => `
    with made as (
      insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, estimated, status)
      select gen_random_uuid(), '${partner.id}', ${listing}, 'external', 4500, timestamptz '2026-10-01', false, 'completed'
      from generate_series(1, ${bookings}) returning id, booked_at)
    insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
      partner_cents, paid_out_cents)
    select id, '${organisation}', 1, 0.15, 0.12, ${listing}, booked_at, '${cents > 0 ? 'payable' : 'none'}', 'earned',
      ${Math.max(cents, 0)}, ${Math.max(-cents, 0)} from made;`;
  // As they are, also where they are compared with their bookings, which come to something else.
  const settled = 'delete from commission_marks;';
  await onServer(await ownerOf(world), [...due.map(([cents, bookings]) => of(cents, bookings)), settled].join('\n'));
  return organisation;
}

const call = (request: `${string} ${string}`, body?: object) =>
  untilServed(() => world.call(request, { cookie: admin.cookie, body }));

/** Begins a run and waits for its end. @returns what it pays an organisation, in cents */
async function run(organisation: string): Promise<number | undefined> {
  const { body } = await call('POST /api/admin/payout-runs', {});
  const state = async () => (await call(`GET /api/long-work/${body.id}`)).body.state;
  await expect.poll(state, { timeout: 60_000 }).toBe('done');
  const { raw } = await call(`GET /api/long-work/${body.id}/result`);
  const line = raw.split('\r\n').find((one: string) => one.includes(organisation));
  return line === undefined ? undefined : Math.round(Number(line.split(',').at(-2)) * 100);
}

test('whether enough is due is judged by all of it, however many bookings it is of', { timeout: 120_000 }, async () => {
  // The 5,000 smallest come to less than the minimum of $50.00; with the one large amount there is enough.
  const rich = await aPartnerWithDue([
    [1, 4_999],
    [0 + 3, 1],
    [7_000, 1],
  ]);
  await onServer(await ownerOf(world), `update organisations set minimum_payout_cents = 6000 where id = '${rich}'`);
  expect(await run(rich)).toBe(7_000 + 3 + 4_998);
  expect(await run(rich)).toBeUndefined();

  // What is asked back comes first, and none of it is left out; small amounts go on until there is enough.
  const many = await aPartnerWithDue([
    [-2_000, 1],
    [1, 7_500],
  ]);
  expect(await run(many)).toBe(5_000);
  // Its bookings are listed as far as a screen shows them; what is asked back is one of the last.
  const payout = world.db.selectFrom('payouts').select('id').where('organisation_id', '=', many);
  const { id } = await payout.executeTakeFirstOrThrow();
  const listed = (await call(`GET /api/admin/payouts/${id}/bookings`)).body;
  expect([listed.bookings.length, listed.total, listed.blocking]).toEqual([100, 7_001, 0]);
  expect(await run(many)).toBeUndefined();

  const poor = await aPartnerWithDue([
    [1, 6_000],
    [-1_001, 1],
  ]);
  expect(await run(poor)).toBeUndefined();
});
