import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { aRow, aTable, fareharborHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { keepRows } from './statement-file.ts';

const whole = process.env.PROVE === '1';
/** What is tried and applied row by row; what a request takes up at once is always as large as it may be. */
const tried = whole ? 100_000 : 2_000;
const most = 100_000;

let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

const aFile = (rows: number) =>
  aTable([fareharborHeader, ...Array.from({ length: rows }, (_, at) => aRow({ id: 60_000_000 + at }))]);

test(`${most} rows are taken up by one request, are kept by its work, and have pages`, async () => {
  const began = performance.now();
  const { status, body } = await by.start(aFile(most));
  const seconds = (performance.now() - began) / 1_000;
  expect([status, body.rows, body.state]).toEqual([201, most, 'reading']);
  await keepRows(world.db, world.settings, body.id, new AbortController().signal);
  const { body: page } = await by.call(`GET /api/admin/statement-imports/${body.id}/rows?sort=-row`);
  expect([page.total, page.rows[0].id]).toEqual([10_001, most + 1]);
  process.stdout.write(`${most} rows taken up in ${seconds.toFixed(1)} s\n`);
});

/** From now on, how many rows of statements each statement of the database changes. */
async function noteChanged(): Promise<() => Promise<number>> {
  await onServer(
    await ownerOf(world),
    `create table changed_at_once (rows integer);
     grant insert, select on changed_at_once to holoholo_app;
     create function note_changed() returns trigger language plpgsql as $$
       begin insert into changed_at_once select count(*) from changed; return null; end $$;
     create trigger note_changed after update on statement_rows referencing new table as changed
       for each statement execute function note_changed()`,
  );
  return async () => {
    const { rows } = await world.database.pool.query('select max(rows) from changed_at_once');
    return rows[0].max;
  };
}

test(`${tried} rows are tried and applied, and tried once more`, { timeout: 3_600_000 }, async () => {
  const [told, repeated] = [tried - 500, 500];
  const content = aFile(told) + aTable(Array.from({ length: repeated }, (_, at) => aRow({ id: 60_000_000 + at })));
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`${tried} rows ${what} in ${seconds.toFixed(1)} s\n`);
    return result;
  };
  const id = await timed('tried', () => by.preview(content));
  expect((await by.get(id)).outcomes).toMatchObject({ unmatched: told, already_known: repeated });
  // What autovacuum does each minute; the databases of tests go without it, and keep plans that were made for empty tables.
  const analyzing = setInterval(async () => onServer(await ownerOf(world), 'analyze'), 60_000);
  await timed('applied', () => by.apply(id)).finally(() => clearInterval(analyzing));
  expect(await by.get(id)).toMatchObject({ state: 'applied', applied_rows: tried });
  const mostChanged = await noteChanged();
  const again = await timed('known', () => by.preview(content));
  expect((await by.get(again)).outcomes).toMatchObject({ already_known: tried });
  // What one statement does to a whole file takes longer than a statement may.
  expect(await mostChanged()).toBeLessThanOrEqual(1_000);
});
