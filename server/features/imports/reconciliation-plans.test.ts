import { type CompiledQuery, type KyselyPlugin, PostgresQueryCompiler, type RootOperationNode } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { allMonths, Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findDifferences, findMonths, sumMonths } from './reconciliation.store.ts';
import { reconcile } from './reconciliation.ts';

const bookings = 50_000;
const months = 20;
let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  const admin = await world.aUser({ role: 'admin' });
  by = new Importer(world, admin);
  const listing = await world.aListing();
  // Each booking is told of twice: by its reference, for a dollar less, and then by another of its names. Of each tenth the newer differs.
  await onServer(
    await ownerOf(world),
    `insert into bookings (transaction_id, user_id, listing_id, platform, amount_cents, booked_at, status, supplier, reference)
       select 'plan_' || n, '${admin.id}', ${listing}, 'fareharbor', 10000, '2024-12-01', 'completed', 'reefwalk', n::text
       from generate_series(1, ${bookings}) n;
     insert into commissions (booking_id, partner_share, platform_rate, listing_id, booked_at, state, basis, amount_cents, platform_cents,
         travel_day)
       select id, 0.15, 0.15, ${listing}, booked_at, 'none', 'earned', 10000, 1500,
         date '2025-01-15' + (reference::int % ${months}) * interval '1 month' from bookings;
     insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at,
         last_news_at, state, match_kind, confidence, booking_id)
       select 'fareharbor', 'reefwalk', reference, array[reference, 'FH' || reference], 'completed', now(), '\\x00', now(), now(), 'matched',
         'reference', 100, id from bookings;
     insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
       values ('fareharbor', decode(repeat('00', 32), 'hex'), '{}', 'month_first', 'point', '${admin.id}', now());
     insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at, applied_at)
       select n || '.csv', decode(repeat('00', 32), 'hex'), '{}', ${bookings}, (select id from statement_maps), 'applied', '${admin.id}',
         now(), now() from generate_series(1, 2) n;
     insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, amount_cents, commission_cents, currency,
         travel_date, outcome, applied_at, platform_booking_id)
       select i.id, p.reference::int + 1, array[p.reference], 'fareharbor', 'reefwalk',
         case when i.file_name = '1.csv' then p.reference else 'FH' || p.reference end, 'completed', 10000,
         case when i.file_name = '1.csv' then 1400 when p.reference::int % 10 = 0 then 1499 else 1500 end, 'USD', c.travel_day, 'matched',
         now(), p.id
       from platform_bookings p join commissions c using (booking_id), statement_imports i;
     analyze`,
  );
}, 120_000);
afterAll(() => world.close());

const ofMonth = bookings / months;

test('the sums of 100,000 rows are right, page by page and by other SQL', async () => {
  const began = performance.now();
  const { body } = await by.call('GET /api/admin/reconciliation');
  process.stdout.write(`a page of the report of ${2 * bookings} rows in ${Math.round(performance.now() - began)} ms\n`);
  expect(body.rows).toHaveLength(6);
  const all = await allMonths(by);
  expect(all).toHaveLength(months);
  for (const one of all)
    expect(one).toMatchObject({ statement_bookings: ofMonth, ledger_bookings: ofMonth, ledger: ofMonth * 15 });
  const { rows } = await world.database.pool.query(`
    with newest as (select distinct on (regexp_replace(reference, '^FH', '')) commission_cents from statement_rows
      order by regexp_replace(reference, '^FH', ''), import_id desc)
    select sum(commission_cents)::int as cents, count(*) filter (where commission_cents <> 1500)::int as differences from newest`);
  const sum = (of: 'statement' | 'differences') => all.reduce((total, one) => total + one[of], 0);
  expect([Math.round(sum('statement') * 100), sum('differences')]).toEqual([rows[0].cents, rows[0].differences]);
  const { body: detail } = await by.call('GET /api/admin/reconciliation/fareharbor/2025-01');
  expect(detail.differences).toHaveLength(Math.min(500, detail.total.differences));
});

/** Notes the statements that are asked, and lets them be answered. */
class Noting implements KyselyPlugin {
  readonly asked: CompiledQuery[] = [];

  transformQuery({ node, queryId }: { node: RootOperationNode; queryId: CompiledQuery['queryId'] }) {
    this.asked.push(new PostgresQueryCompiler().compileQuery(node, queryId));
    return node;
  }

  async transformResult<T>({ result }: { result: T }) {
    return result;
  }
}

test('a month reads what is of that month alone, and finding the months reads next to nothing', async () => {
  const read = async (ask: (db: Db) => Promise<unknown>) => {
    const explaining = new Explaining({ analyze: true });
    await ask(world.db.withPlugin(explaining) as Db);
    return rowsReadBy(explaining.plans.map(({ plan }) => plan));
  };
  const days = { from: '2025-03-01', until: '2025-04-01' };
  for (const tables of [
    await read((db) => sumMonths(db, { platform: 'fareharbor', days })),
    await read((db) => findDifferences(db, { platform: 'fareharbor', days }, 500)),
  ]) {
    expect(tables.commissions).toBeLessThan(4 * ofMonth);
    // Both rows of each booking, and for each of them whether there is a newer one.
    expect(tables.statement_rows).toBeLessThan(8 * ofMonth);
  }
  const found = await read((db) => findMonths(db, null, 7));
  expect(found.statement_rows ?? 0).toBeLessThan(100);
  expect(found.commissions ?? 0).toBeLessThan(100);
});

test('no statement of a page reads more than a month, so that each ends in time', async () => {
  const noting = new Noting();
  expect((await reconcile(world.db.withPlugin(noting) as Db, {})).rows).toHaveLength(6);
  expect(noting.asked.length).toBeGreaterThan(1);
  for (const asked of noting.asked) {
    const { rows } = await world.database.pool.query(`explain (analyze, format json) ${asked.sql}`, [
      ...asked.parameters,
    ]);
    const read = rowsReadBy([rows[0]['QUERY PLAN'][0].Plan]);
    expect(read.statement_rows ?? 0).toBeLessThan(8 * ofMonth);
  }
});
