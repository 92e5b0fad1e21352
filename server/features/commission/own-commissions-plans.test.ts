import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EarningState, earningStates } from '../../../contract/commission-states.ts';
import { type BookingRows, bookingRows } from '../../../contract/figure-rows.ts';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { findOwnCommissions } from './own-commissions.store.ts';
import { spanOf } from './statements.ts';

const bookings = 30_000;
/** Of each state but those of which there are many. */
const few = 20;
let world: World;
let organisation: string;
beforeAll(async () => {
  world = await createWorld();
  const partner = await world.aUser({ role: 'partner' });
  const admin = await world.aUser({ role: 'admin' });
  organisation = (await organisationOf(world, partner.id))!;
  const listing = await world.aListing();
  const account = (state: string) =>
    `(select id from ledger_accounts where organisation_id = '${organisation}' and state = '${state}')`;
  const numbered = (table: string) => `(select *, row_number() over (order by booked_at) as n from ${table}) c`;
  // A booking every six hours until now: paid or cancelled, but for a few long ago, and all entries are of those.
  await onServer(
    await ownerOf(world),
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, partner_id)
       select gen_random_uuid(), '${partner.id}', ${listing}, 'external', 4500, timestamptz '2026-11-21' - n * interval '6 hours',
         '${partner.id}' from generate_series(1, ${bookings}) n;
     insert into commissions (booking_id, organisation_id, rate_card_id, partner_share, platform_rate, listing_id, booked_at, state, basis,
         partner_cents, paid_out_cents)
       select id, '${organisation}', (select min(id) from rate_cards), 0.15, 0.12, listing_id, booked_at,
         case when n <= ${few} then 'estimated' when n <= ${2 * few} then 'pending' when n <= ${3 * few} then 'held'
           when n <= ${4 * few} then 'none' when n % 2 = 0 and n > ${6 * few} then 'none' else 'payable' end, 'earned',
         675, case when n <= ${3 * few} or n between ${4 * few + 1} and ${5 * few} or n % 2 = 0 and n > ${6 * few} then 0 else 675 end
       from ${numbered('bookings')};
     insert into ledger_accounts (kind, organisation_id, platform, state) values ('partner', '${organisation}', null, 'payable'),
       ('partner', '${organisation}', null, 'in_payout'), ('platform', null, 'external', 'earned') on conflict do nothing;
     insert into payouts (id, organisation_id, run_id, cents, state, prepared_by, prepared_at)
       values (gen_random_uuid(), '${organisation}', gen_random_uuid(), ${675 * few}, 'prepared', '${admin.id}', now());
     insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
       select booked_at, 'earn', (select id from ledger_accounts where platform = 'external' and state = 'earned'), ${account('payable')},
         675, booking_id, 'test' from ${numbered('commissions')} where n > ${3 * few};
     insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause, reason, reverses)
       select e.posted_at, 'clawback', e.to_account, e.from_account, 675, e.booking_id, 'test', 'mistake', e.id
       from ledger_entries e join ${numbered('commissions')} on c.booking_id = e.booking_id where n between ${3 * few + 1} and ${4 * few};
     insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause, payout_id)
       select booked_at, 'payout', ${account('payable')}, ${account('in_payout')}, 675, booking_id, 'test', (select max(id::text)::uuid from payouts)
       from ${numbered('commissions')} where n between ${5 * few + 1} and ${6 * few};
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

/** Reads a page by its plan, and what it has. */
async function readPage(state: EarningState | undefined, month?: string, of?: BookingRows) {
  const page = { by: 'booked', isDescending: true, after: undefined, limit: 50 };
  const filter = { state, booked: month ? [spanOf(month)] : [], of };
  const explaining = new Explaining({ analyze: true });
  return await withTenant(world.db, { organisation }, async (tx) => {
    const found = await findOwnCommissions(tx, organisation, filter, page);
    await findOwnCommissions(tx.withPlugin(explaining) as Db, organisation, filter, page).catch(() => undefined);
    return { found, read: rowsReadBy(explaining.plans.map(({ plan }) => plan)), plans: explaining.plans };
  });
}

test.each(earningStates.filter((state) => state !== 'paid' && state !== 'none'))(
  'what is %s, a few of very many and long ago, is found without reading the others',
  async (state) => {
    const { found, read } = await readPage(state);
    expect([found.total, new Set(found.rows.map((row) => row.state))]).toEqual([few, new Set([state])]);
    expect(read.commissions).toBeLessThan(8 * few);
    expect(read.ledger_entries ?? 0).toBeLessThan(8 * few);
  },
);

test.each([undefined, 'paid', 'none'] as const)(
  'a page of very many (%s) reads no more than are counted',
  async (state) => {
    const { found, read } = await readPage(state);
    expect([found.total, found.rows.length]).toEqual([10_001, 50]);
    expect(read.commissions).toBeLessThan(10_001 + 300);
    expect(read.ledger_entries ?? 0).toBeLessThan(300);
    expect(read.bookings).toBeLessThan(300);
  },
);

test('a month reads that month alone', async () => {
  for (const of of bookingRows) {
    const { found, read } = await readPage(undefined, '2020-03', of);
    expect(found.total).toBe(of === 'pending' ? 31 * 4 : 0);
    expect([read.commissions! < 3 * 31 * 4, read.bookings! < 6 * 31 * 4]).toEqual([true, true]);
  }
  for (const state of [undefined, 'paid'] as const) {
    const { found, read } = await readPage(state, '2020-03');
    expect(found.total).toBe(state ? 62 : 31 * 4);
    expect(read.commissions).toBeLessThan(3 * 31 * 4);
  }
});
