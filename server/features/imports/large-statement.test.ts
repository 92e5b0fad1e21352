import { afterAll, beforeAll, expect, test } from 'vitest';
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

test(`${tried} rows are tried and applied, and tried once more`, { timeout: 3_600_000 }, async () => {
  const content = aFile(tried);
  const timed = async <T>(what: string, work: () => Promise<T>): Promise<T> => {
    const began = performance.now();
    const result = await work();
    const seconds = (performance.now() - began) / 1_000;
    process.stdout.write(`${tried} rows ${what} in ${seconds.toFixed(1)} s\n`);
    return result;
  };
  const id = await timed('tried', () => by.preview(content));
  expect((await by.get(id)).outcomes).toMatchObject({ unmatched: tried });
  await timed('applied', () => by.apply(id));
  expect(await by.get(id)).toMatchObject({ state: 'applied', applied_rows: tried });
  const again = await timed('known', () => by.preview(content));
  expect((await by.get(again)).outcomes).toMatchObject({ already_known: tried });
});
