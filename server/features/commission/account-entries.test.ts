import { afterAll, beforeAll, expect, test } from 'vitest';
import { organisationOf } from '../../../tests/an-organisation.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { aCommission } from '../../../tests/ledger-rows.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { readPage } from '../../platform/lists.ts';
import { findAccountEntries } from './account-entries.store.ts';

let world: World;
let admin: TestUser;
let booking: string;
let account: number;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  const partner = await world.aUser({ role: 'partner' });
  booking = await aCommission(world, (await organisationOf(world, partner.id))!, 'Reef walk');
  const { rows } = (await ask('/api/admin/ledger/accounts?limit=200')).body;
  account = rows.find(
    ({ kind, state }: { kind: string; state: string }) => kind === 'partner' && state === 'payable',
  ).id;
}, 60_000);
afterAll(() => world.close());

const ask = (path: string) => world.call(`GET ${path}`, { cookie: admin.cookie });
const entries = (query = '') => ask(`/api/admin/ledger/accounts/${account}/entries${query}`);

test('an account has its entries, what they moved, where the other side is, and of which booking', async () => {
  const { body } = await entries();
  expect(body).toMatchObject({
    total: 1,
    next: null,
    account: { id: account, kind: 'partner', state: 'payable', balance: 60 },
    rows: [{ kind: 'earn', moved: 60, other: { kind: 'platform' }, booking: { id: booking, experience: 'Reef walk' } }],
  });
  const { other } = body.rows[0];
  const there = await ask(`/api/admin/ledger/accounts/${other.id}/entries`);
  expect(there.body.rows.map(({ moved }: { moved: number }) => moved)).toContain(-60);
  expect((await ask('/api/admin/ledger/accounts/2147483647/entries')).status).toBe(404);
  expect((await entries('?after=none')).status).toBe(400);
});

test('pages of very many entries have each of them once, and read no more than they show', async () => {
  await onServer(
    await ownerOf(world),
    `insert into ledger_entries (posted_at, kind, from_account, to_account, cents, booking_id, cause)
       select timestamptz '2026-01-01' + n / 3 * interval '1 minute', 'correction',
         case when n % 2 = 0 then from_account else to_account end, case when n % 2 = 0 then to_account else from_account end,
         n, booking_id, 'by hand'
       from ledger_entries e, generate_series(1, 40000) n where e.booking_id = '${booking}' and e.to_account = ${account};
     analyze`,
  );
  const seen: number[] = [];
  let after = '';
  for (let page = 0; page < 3; page++) {
    const { body } = await entries(`?sort=posted&limit=100${after}`);
    expect(body.total).toBe(10_001);
    seen.push(...body.rows.map(({ moved }: { moved: number }) => Math.round(moved * 100)));
    after = `&after=${body.next}`;
  }
  expect(seen).toEqual(Array.from({ length: 300 }, (_, at) => ((at + 1) % 2 === 0 ? at + 1 : -(at + 1))));
  for (const value of [undefined, '1767400000000000']) {
    const explaining = new Explaining({ analyze: true });
    const page = { ...readPage({ sort: '-posted' }, () => true), after: value ? { value, id: '1' } : undefined };
    await findAccountEntries(world.db.withPlugin(explaining), account, page).catch(() => {});
    const nodes = nodesOf(explaining.plans[0]!.plan);
    const read = nodes
      .filter((node) => node['Relation Name'] === 'ledger_entries')
      .reduce((sum, node) => sum + (node['Actual Rows'] ?? 0) * (node['Actual Loops'] ?? 1), 0);
    // A page of either side, what is of the same moment, and what is counted.
    expect(read).toBeLessThan(10_001 + 1_000);
  }
});
