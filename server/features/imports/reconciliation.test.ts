import { afterAll, beforeAll, expect, test } from 'vitest';
import { aClickOut, aFareharborBooking, claim, tellOf, webhookSecret } from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { allMonths, Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type World } from '../../../tests/world.ts';

let world: World;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

let count = 51_000_500;
const anId = () => String(++count);
const month = '2026-12';

/** A pending booking of a listing that pays 15 per cent, whose traveler claims a reference: each another one, for many claims of one are doubted. */
async function claimed(reference: string, booking: Parameters<typeof aClickOut>[1] = {}): Promise<string> {
  const listing_id = await world.aListing({ commission_rate: 0.15 });
  const traveler = await world.aUser();
  const id = await aClickOut(world, { user_id: traveler.id, listing_id, ...booking });
  await claim(world, traveler, id, reference);
  return id;
}
const decide = (id: string, body: object) =>
  by.call(`PATCH /api/bookings/${id}`, { reason: 'On the statement', ...body });
const apply = async (header: readonly string[], ...rows: unknown[][]) => {
  world.clock.advance(60);
  await by.apply(await by.preview(aTable([header, ...rows])));
};
const differences = async (platform = 'fareharbor', of = month) =>
  (await by.call(`GET /api/admin/reconciliation/${platform}/${of}`)).body;

test('each difference of a month is one row that says why, with the row of the statement', async () => {
  const [same, amount, rate, unmatched, missing, there, here] = Array.from({ length: 7 }, anId) as [
    ...[string, string, string, string, string, string, string],
  ];
  await claimed(same);
  const changed = await claimed(amount);
  await claimed(rate);
  await claimed(there);
  const dropped = await claimed(here);
  const alone = await claimed(missing);
  await apply(
    fareharborHeader,
    ...[
      aRow({ id: same, total: '100.00', commission: '15.00' }),
      aRow({ id: amount, total: '100.00', commission: '15.00' }),
    ],
    ...[aRow({ id: rate, total: '100.00', commission: '20.00' }), aRow({ id: unmatched, commission: '9.99' })],
    ...[
      aRow({ id: there, total: '40.00', commission: '6.00' }),
      aRow({ id: here, total: '10.00', commission: '1.50' }),
    ],
  );
  await decide(changed, { status: 'confirmed', amount: 80 });
  await decide(dropped, { status: 'cancelled' });
  await world.db
    .updateTable('bookings')
    .set({ check_in_date: '2026-12-30', check_out_date: null })
    .where('id', '=', alone)
    .execute();
  await decide(alone, { status: 'confirmed', amount: 20, booking_reference: missing });
  const { total, differences: told } = await differences();
  const line = (kind: string, reference: string, statement: number | null, ledger: number) =>
    expect.objectContaining({
      kind,
      reference,
      statement,
      ledger,
      difference: Math.round(((statement ?? 0) - ledger) * 100) / 100,
    });
  expect(told).toEqual([
    line('unmatched', unmatched, 9.99, 0),
    line('rate', rate, 20, 15),
    line('amount', amount, 15, 12),
    line('not_on_statement', missing, null, 3),
    line('cancelled_here', here, 1.5, 0),
  ]);
  expect(told.map(({ row }: { row: { row: number } | null }) => row?.row)).toEqual([5, 4, 3, undefined, 7]);
  expect(total).toMatchObject({
    statement: 67.49,
    ledger: 51,
    difference: 16.49,
    differences: 5,
    statement_bookings: 6,
  });

  // The platform cancels: nothing differs. Brought back here by a person, it does.
  await apply(fareharborHeader, aRow({ id: there, total: '40.00', commission: '0', status: 'Cancelled' }));
  expect((await differences()).differences).toHaveLength(5);
  const back = (await by.call(`GET /api/bookings`)).body.find(
    ({ booking_reference }: { booking_reference: string }) => booking_reference === there,
  );
  await decide(back.id, { status: 'confirmed' });
  expect((await differences()).differences).toContainEqual(line('cancelled_there', there, 0, 6));

  const { raw } = await by.call(`GET /api/admin/reconciliation/fareharbor/${month}/file`);
  const lines = raw.trimEnd().split('\r\n');
  expect(lines).toHaveLength(8);
  expect(lines.at(-1)).toMatch(/^total,,,,,,,,61.49,51,10.49,,$/);
});

test('other currencies and what no column tells are listed, and counted as nothing', async () => {
  const row = (id: string, currency: string, commission: string) => [
    ...[`BR-${id}`, '', 'Confirmed', '2026-12-09', '5010', '100.00', currency, commission],
  ];
  await apply(viatorHeader, row('800000001', 'EUR', '8.00'), row('800000002', 'USD', ''));
  const { total, differences: told } = await differences('viator');
  expect(told.map(({ kind, currency }: { kind: string; currency: string }) => [kind, currency])).toEqual([
    ['currency', 'EUR'],
    ['untold', 'USD'],
  ]);
  expect(total).toMatchObject({ statement: 0, ledger: 0, statement_bookings: 2 });
});

test('a later statement stands in place of an earlier one, the same file once more does not', async () => {
  const id = anId();
  await claimed(id);
  const day = '2027-01-05';
  const [old, corrected] = ['15.00', '14.00'].map((commission) => aRow({ id, total: '100.00', commission, day }));
  for (const one of [old, corrected, old]) await apply(fareharborHeader, one!);
  expect((await differences('fareharbor', '2027-01')).differences).toMatchObject([
    { kind: 'rate', statement: 14, ledger: 15 },
  ]);
});

test('a statement that has another of the names of a booking is compared with that booking', async () => {
  const said = { start_at: '2027-02-10T08:30:00-1000', item: { pk: 4711, name: 'Reef walk' } };
  const booking = aFareharborBooking({ availability: said });
  const [pk, uuid] = [String(booking.pk), String(booking.uuid)];
  const id = await claimed(pk);
  await tellOf(world, booking);
  const day = '02/10/2027';
  await apply(fareharborHeader, aRow({ id: `FH${pk}`, day, total: '123.42', commission: '18.51' }));
  const agreed = { statement: 18.51, ledger: 18.51, differences: 0, statement_bookings: 1, ledger_bookings: 1 };
  expect(await differences('fareharbor', '2027-02')).toMatchObject({ total: agreed, differences: [] });

  // By a third name, and for less: known by what the second one told.
  world.clock.advance(60);
  const third = await by.preview(
    aTable([fareharborHeader, aRow({ id: uuid, day, total: '120.00', commission: '17.00' })]),
  );
  expect(await by.outcomes(third)).toEqual({ 2: 'amount_differs' });
  await by.apply(third);
  const one = expect.objectContaining({
    kind: 'rate',
    booking: expect.objectContaining({ id }),
    statement: 17,
    ledger: 18,
  });
  expect(await differences('fareharbor', '2027-02')).toMatchObject({
    total: { ...agreed, statement: 17, ledger: 18, differences: 1 },
    differences: [one],
  });
});

test('a row of a booking that stood there twice until its platform told both of its names is of that booking', async () => {
  const said = { start_at: '2027-03-10T08:30:00-1000', item: { pk: 4711, name: 'Reef walk' } };
  const booking = aFareharborBooking({ availability: said });
  const [pk, uuid] = [String(booking.pk), String(booking.uuid)];
  const day = '03/10/2027';
  // By its uuid alone it is nobody's; the other name is the one that its traveler has claimed.
  await apply(fareharborHeader, aRow({ id: uuid, day, total: '123.42', commission: '18.51' }));
  await claimed(pk);
  await apply(fareharborHeader, aRow({ id: pk, day, total: '123.42', commission: '' }));
  expect((await differences('fareharbor', '2027-03')).total).toMatchObject({ statement_bookings: 2 });
  await tellOf(world, booking);
  await apply(fareharborHeader, aRow({ id: uuid, day, total: '123.42', commission: '18.50' }));
  expect(await differences('fareharbor', '2027-03')).toMatchObject({
    total: { statement: 18.5, ledger: 18.51, differences: 1, statement_bookings: 1, ledger_bookings: 1 },
    differences: [expect.objectContaining({ kind: 'rate', statement: 18.5, ledger: 18.51 })],
  });
});

test('what was forgotten of a booking of nobody, and is told of anew, has its row again', async () => {
  const pk = anId();
  const day = '04/10/2027';
  await apply(fareharborHeader, aRow({ id: pk, day, total: '123.42', commission: '18.51' }));
  const counts = { statement: 18.51, differences: 1, statement_bookings: 1 };
  await world.db.deleteFrom('platform_bookings').where('reference', '=', pk).execute();
  expect((await differences('fareharbor', '2027-04')).total).toMatchObject({ ...counts, ledger: 0 });
  await claimed(pk);
  await tellOf(world, aFareharborBooking({ pk, availability: { start_at: '2027-04-10T08:30:00-1000' } }));
  expect(await differences('fareharbor', '2027-04')).toMatchObject({
    total: { ...counts, ledger: 18.51, differences: 0 },
    differences: [],
  });
});

test('months come by pages, of one platform where it is asked for', async () => {
  const days = Array.from({ length: 8 }, (_, at) => `${String(at + 1).padStart(2, '0')}/15/2029`);
  await apply(fareharborHeader, ...days.map((day) => aRow({ id: anId(), day })));
  const page = async (query: string) =>
    (await by.call(`GET /api/admin/reconciliation?platform=fareharbor${query}`)).body;
  const monthsOf = ({ rows }: { rows: { month: string }[] }) => rows.map(({ month: one }) => one);
  const first = await page('');
  expect(first.rows.every(({ platform }: { platform: string }) => platform === 'fareharbor')).toBe(true);
  expect(monthsOf(first).filter((one) => one !== 'undated')).toEqual(
    ['08', '07', '06', '05', '04', '03'].map((one) => `2029-${one}`),
  );
  expect(first.next).toBe('2029-03');
  const second = await page(`&after=${first.next}`);
  expect(monthsOf(second).slice(0, 2)).toEqual(['2029-02', '2029-01']);
  const all = (await allMonths(by)).filter(({ platform }) => platform === 'fareharbor');
  expect(new Set(all.map(({ month: one }) => one)).size).toBe(all.length);
  expect((await page('&after=2029-13')).code).toBe('invalid_request');
  expect((await page('&after=undated')).code).toBe('invalid_request');
});

test('the sums are those of the rows and of the accounts, by another count', async () => {
  await claimed(anId(), { platform: 'external', supplier: 'getyourguide.com', status: 'pending' });
  const other = await aClickOut(world, { platform: 'external', supplier: 'lanai-boats.example' });
  await decide(other, { status: 'confirmed', amount: 33.33, booking_reference: 'LB-1' });
  const months = await allMonths(by);
  const sum = (of: 'statement' | 'ledger' | 'difference') =>
    Math.round(months.reduce((all, one) => all + one[of], 0) * 100);
  const { rows } = await world.database.pool.query(`
    select (select -sum(case when e.to_account = a.id then e.cents else -e.cents end)::int from ledger_accounts a
        join ledger_entries e on a.id in (e.from_account, e.to_account)
        where a.kind = 'platform' and a.state in ('pending', 'earned')) as owed,
      (select sum(commission_cents)::int from (
        select distinct on (called.name) r.commission_cents from statement_rows r
          left join platform_bookings p on p.platform = r.platform
            and upper(regexp_replace(r.reference, '[^a-zA-Z0-9]', '', 'g')) = any(p.reference_keys),
          lateral (select coalesce(p.id::text, r.reference) as name) called
        where r.applied_at is not null and not r.is_repeated
        order by called.name, r.import_id desc, r.number desc) newest) as paid`);
  expect([sum('ledger'), sum('statement')]).toEqual([rows[0].owed, rows[0].paid]);
  expect(sum('difference')).toBe(rows[0].paid - rows[0].owed);
  // What has no day of travel is owed as well.
  expect(months.find(({ month: of }) => of === 'undated')).toMatchObject({ platform: 'operator' });
});
