import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf } from '../../../tests/explained-plans.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { numberId, readPage } from '../../platform/lists.ts';
import { findImports } from './imports.store.ts';

const rowsEach = 5_000;
let world: World;
let admin: TestUser;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
  by = new Importer(world, admin);
});
afterAll(() => world.close());

const listed = async (id: number) =>
  (await by.call('GET /api/admin/statement-imports')).body.rows.find((one: { id: number }) => one.id === id);

test('a statement is listed with what is counted of its rows, in each of its states', async () => {
  const file = aTable([fareharborHeader, ...[1, 2, 3].map((id) => aRow({ id: 70_000_000 + id }))]);
  const id = await by.preview(file);
  expect(await listed(id)).toMatchObject({ state: 'previewed', outcomes: { unmatched: 3 }, applied_rows: 0 });
  // Applied by a process that stops after the second row.
  const { body } = await by.call(`POST /api/admin/statement-imports/${id}/apply`, {
    reason: 'The statement of the month',
  });
  await world.db
    .updateTable('statement_rows')
    .set({ applied_at: world.clock.now() })
    .where('import_id', '=', id)
    .where('number', '<=', 3)
    .execute();
  expect(await listed(id)).toMatchObject({ state: 'applying', outcomes: { unmatched: 3 }, applied_rows: 2 });
  await by.work(body.id);
  expect(await listed(id)).toMatchObject({ state: 'applied', outcomes: { unmatched: 3 }, applied_rows: 3 });
  const again = await by.preview(file);
  expect(await listed(again)).toMatchObject({ outcomes: { unmatched: 0, already_known: 3 }, applied_rows: 0 });
});

test('the list of statements reads none of their rows', async () => {
  await onServer(
    await ownerOf(world),
    `insert into statement_maps (platform, header_digest, columns, dates, decimals, created_by, created_at)
       values ('viator', decode(repeat('01', 32), 'hex'), '{}', 'month_first', 'point', '${admin.id}', now());
     insert into statement_imports (file_name, sha256, header, row_count, map_id, state, created_by, created_at)
       select 'large' || n || '.csv', decode(repeat('00', 32), 'hex'), '{}', ${rowsEach}, (select max(id) from statement_maps), 'applying',
         '${admin.id}', now() from generate_series(1, 6) n;
     insert into statement_rows (import_id, number, cells, platform, supplier, reference, status, outcome, applied_at)
       select i.id, n + 1, array['BR-' || n], 'viator', '', 'BR-' || n, 'confirmed', case when n <= 100 then 'unmatched' else 'matched' end, now()
       from generate_series(1, ${rowsEach}) n, statement_imports i where i.file_name like 'large%';
     update statement_imports set state = 'applied', applied_at = now() where file_name like 'large%';
     analyze`,
  );
  const { body } = await by.call('GET /api/admin/statement-imports?search=large');
  expect(body.rows).toHaveLength(6);
  for (const one of body.rows)
    expect(one).toMatchObject({ outcomes: { unmatched: 100, matched: rowsEach - 100 }, applied_rows: rowsEach });
  const explaining = new Explaining({ analyze: true });
  const page = readPage({ sort: '-started' }, () => true, numberId);
  // It is answered with plans, in which no page is to be found.
  await expect(findImports(world.db.withPlugin(explaining) as Db, {}, page)).rejects.toThrow('total');
  const read = explaining.plans
    .flatMap(({ plan }) => nodesOf(plan))
    .filter((node) => node['Relation Name'] === 'statement_rows' && (node['Actual Loops'] ?? 0) > 0);
  expect(read).toEqual([]);
});
