import { afterAll, beforeAll, expect, test } from 'vitest';
import { aTable } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

const map = { platform: 'operator', supplier: null, currency: 'USD', dates: 'month_first', decimals: 'point' };
/** Says which columns are what, and has the statement read. */
async function setMap(id: number, given: object): Promise<void> {
  const reply = await by.call(`PUT /api/admin/statement-imports/${id}/map`, { ...map, ...given });
  expect(reply.body).toMatchObject({ id: expect.any(String) });
  await by.work(reply.body.id);
}
const firstRow = async (id: number) => (await by.call(`GET /api/admin/statement-imports/${id}/rows`)).body.rows[0];

test('a map that was made for a header in other letters reads one as its own', async () => {
  const table = (header: string[], reference: string) =>
    aTable([header, [reference, 'Confirmed', '12.50', 'boats.example', 'Maya Kealoha']]);
  const older = await by.start(table(['Ref', 'State', 'Prix', 'Firm', 'Who'], 'L-1'));
  const columns = { reference: 'Ref', status: 'State', amount: 'Prix', supplier: 'Firm' };
  await setMap(older.body.id, { columns });
  expect(await by.outcomes(older.body.id)).toEqual({ 2: 'unmatched' });

  const id = await by.preview(table(['REF', 'state', 'PRIX', 'firm', 'Who'], 'L-2'));
  expect(await firstRow(id)).toMatchObject({ outcome: 'unmatched', fault: null, reference: 'L-2', amount: 12.5 });
  const own = { reference: 'REF', status: 'state', amount: 'PRIX', supplier: 'firm' };
  expect((await by.get(id)).map.columns).toEqual(own);
  expect((await by.apply(id)).status).toBe(201);
  expect((await firstRow(id)).cells).toEqual({ REF: 'L-2', state: 'Confirmed', PRIX: '12.50', firm: 'boats.example' });
});

test('what is asked of a statement is said: its columns, or whose its bookings are, in its own letters', async () => {
  const table = (header: string[], reference: string) => aTable([header, [reference, 'Confirmed', 'none']]);
  const first = (await by.start(table(['Number', 'How', 'Note'], 'N-1'))).body.id;
  expect(await by.get(first)).toMatchObject({ state: 'unmapped', asks: 'columns' });
  const columns = { reference: 'Number', status: 'How' };
  await setMap(first, { columns, supplier: 'boats.example' });
  expect((await by.get(first)).asks).toBeNull();

  const second = (await by.start(table(['NUMBER', 'HOW', 'NOTE'], 'N-2'))).body.id;
  expect(await by.get(second)).toMatchObject({
    ...{ state: 'unmapped', asks: 'supplier' },
    map: { columns: { reference: 'NUMBER', status: 'HOW' }, supplier: null },
  });
  await setMap(second, { columns, supplier: 'other-boats.example' });
  expect(await firstRow(second)).toMatchObject({ reference: 'N-2', fault: null });
});

test('whose the bookings are is asked of those platforms alone that do not number them all', async () => {
  const rows = [
    ['Nothing', 'Known'],
    ['a', 'b'],
  ];
  const { body } = await by.start(aTable(rows));
  expect((await by.get(body.id)).own_numbers.sort()).toEqual(['getyourguide', 'viator']);
});
