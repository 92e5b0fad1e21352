import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickOut, bookingOf, claim } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let user: TestUser;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  user = await world.aUser();
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

let count = 52_000_000;
const anId = () => String(++count);
const file = (...rows: unknown[][]) => aTable([fareharborHeader, ...rows]);
async function claimed(reference: string): Promise<string> {
  const id = await aClickOut(world, { user_id: user.id });
  await claim(world, user, id, reference);
  return id;
}
const ofFareharbor = {
  ...{ platform: 'fareharbor', supplier: null, currency: 'USD', dates: 'month_first', decimals: 'point' },
  columns: { reference: 'Booking ID', status: 'Status', supplier: 'Company' },
};
const setMap = (id: number, map: object) => by.call(`PUT /api/admin/statement-imports/${id}/map`, map);
/** Long work that is cancelled before it has done anything. */
async function cancel(work: string): Promise<void> {
  await by.call(`POST /api/long-work/${work}/cancel`);
  await by.work(work);
}

test('what is not read through is not applied, and what is begun to be applied is read in no other way', async () => {
  const { body } = await by.start(file(aRow({ id: anId() })));
  await cancel(body.work_id);
  expect(await by.get(body.id)).toMatchObject({ state: 'reading' });
  const unread = await by.apply(body.id);
  expect([unread.status, unread.body.code]).toEqual([409, 'import_unread']);

  const id = await by.preview(file(aRow({ id: anId() })));
  const reason = 'The statement of the month';
  const { body: work } = await by.call(`POST /api/admin/statement-imports/${id}/apply`, { reason });
  await cancel(work.id);
  expect(await by.get(id)).toMatchObject({ state: 'applying', applied_rows: 0 });
  const mapped = await setMap(id, ofFareharbor);
  expect([mapped.status, mapped.body.code]).toEqual([409, 'import_applied']);
  expect((await by.apply(id)).status).toBe(201);
  expect(await by.get(id)).toMatchObject({ state: 'applied', applied_rows: 1 });
});

test('of two imports of one file, both read before either is applied, the second repeats the first', async () => {
  const id = anId();
  const booking = await claimed(id);
  const old = file(aRow({ id, total: '100.00', commission: '15.00', day: '01/24/2031' }));
  const first = await by.preview(old);
  world.clock.advance(60);
  const newer = await by.preview(file(aRow({ id, total: '90.00', commission: '13.50', day: '01/24/2031' })));
  const second = await by.preview(old);
  for (const one of [first, newer, second]) {
    expect((await by.apply(one)).status).toBe(201);
    world.clock.advance(60);
  }
  expect(await by.outcomes(second)).toEqual({ 2: 'already_known' });
  expect((await bookingOf(world, booking)).amount_cents).toBe(9_000);
  const { body } = await by.call('GET /api/admin/reconciliation/fareharbor/2031-01');
  expect(body.total).toMatchObject({ statement: 13.5, statement_bookings: 1 });
});

test('a row whose reference another booking of ours has got meanwhile cannot be read', async () => {
  const [id, other] = [anId(), anId()];
  const mine = await claimed(id);
  const theirs = await claimed(other);
  await by.apply(await by.preview(file(aRow({ id: other }))));
  const given = { status: 'confirmed', booking_reference: id, reason: 'The guest has shown the confirmation' };
  expect((await by.call(`PATCH /api/bookings/${theirs}`, given)).status).toBe(200);
  const statement = await by.preview(file(aRow({ id }), aRow({ id: anId() })));
  expect(await by.outcomes(statement)).toEqual({ 2: 'unreadable', 3: 'unmatched' });
  const { body } = await by.call(`GET /api/admin/statement-imports/${statement}/rows?outcome=unreadable`);
  const problem = 'another booking of ours has this reference';
  expect(body.rows[0].fault).toEqual({ column: 'Booking ID', problem });
  expect((await by.apply(statement, { leave_out_unreadable: true })).status).toBe(201);
  expect((await bookingOf(world, mine)).status).toBe('pending');
});

test.each([
  ['No Show', 'completed'],
  ['Checked-in', 'completed'],
  ['Refunded', 'cancelled'],
  ['REBOOKED', 'cancelled'],
  ['On hold', 'pending'],
  ['Amended', 'confirmed'],
])('%s is %s', async (written, status) => {
  const id = anId();
  const booking = await claimed(id);
  await by.apply(await by.preview(file(aRow({ id, status: written }))));
  expect((await bookingOf(world, booking)).status).toBe(status);
});

test('a header that has not all columns of a platform waits for a map', async () => {
  const { body } = await by.start(aTable([viatorHeader.slice(0, -1), Array(7).fill('x')]));
  expect(body).toMatchObject({ state: 'unmapped', work_id: null });
});

test.each([61, 62, 64])(
  'a reference of Viator of %i digits is read, or named by its row and column',
  async (digits) => {
    const row = ['7'.repeat(digits), '', 'Confirmed', '2031-05-03', '5010SYDNEY', '100.00', 'USD', '8.00'];
    const id = await by.preview(aTable([viatorHeader, row]));
    expect(await by.outcomes(id)).toEqual({ 2: digits === 61 ? 'unmatched' : 'unreadable' });
    const { rows } = (await by.call(`GET /api/admin/statement-imports/${id}/rows`)).body;
    const fault = { column: 'Booking Reference', problem: 'is no reference of this platform' };
    expect(rows[0].fault).toEqual(digits === 61 ? null : fault);
  },
);

test('the currency is that of its column, and that of the map where nothing stands in it', async () => {
  const rows = ['EUR', 'usd', ''].map((currency, at) => [`LB-${at}`, 'Confirmed', '10.00', currency]);
  const { body } = await by.start(aTable([['Ref', 'State', 'Sum', 'Cur'], ...rows]));
  const { body: work } = await setMap(body.id, {
    ...{ platform: 'operator', supplier: 'lanai.example', currency: 'USD', dates: 'month_first', decimals: 'point' },
    columns: { reference: 'Ref', status: 'State', amount: 'Sum', currency: 'Cur' },
  });
  await by.work(work.id);
  const read = (await by.call(`GET /api/admin/statement-imports/${body.id}/rows`)).body.rows;
  expect(read.map(({ amount, currency }: Record<string, unknown>) => [amount, currency])).toEqual([
    [null, 'EUR'],
    [10, 'USD'],
    [10, 'USD'],
  ]);
});
