import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  aClickOut,
  aFareharborBooking,
  aFollowedLink,
  claim,
  tellOf,
  toldOf,
  webhookSecret,
} from '../../../tests/platform-news.ts';
import { aRow, aTable, fareharborHeader, viatorHeader } from '../../../tests/statement-files.ts';
import { allMonths, Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

let world: World;
let user: TestUser;
let by: Importer;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off', FAREHARBOR_WEBHOOK_SECRETS: webhookSecret } });
  user = await world.aUser();
  by = new Importer(world, await world.aUser({ role: 'admin' }));
});
afterAll(() => world.close());

let count = 53_000_000;
const anId = () => String(++count);
const rate = 0.15;
const apply = async (header: readonly string[], ...rows: unknown[][]) => {
  world.clock.advance(60);
  const id = await by.preview(aTable([header, ...rows]));
  expect((await by.apply(id)).status).toBe(201);
};
const reportOf = async (platform: string, month: string) =>
  (await by.call(`GET /api/admin/reconciliation/${platform}/${month}`)).body;
const decide = async (id: string, body: object) =>
  expect((await by.call(`PATCH /api/bookings/${id}`, { reason: 'On the statement', ...body })).status).toBe(200);
async function claimed(reference: string): Promise<void> {
  const listing_id = await world.aListing({ commission_rate: rate });
  await claim(world, user, await aClickOut(world, { user_id: user.id, listing_id }), reference);
}

test('a row that is only proposed for a booking of ours is nobody’s, and that booking stands on no statement', async () => {
  const listing_id = await world.aListing({ commission_rate: rate });
  const { clickId: click, id } = await aFollowedLink(world, user.cookie, { listing_id });
  await decide(id, { status: 'completed', amount: 100 });
  const reference = anId();
  await apply(fareharborHeader, aRow({ id: reference, click, commission: '18.51', day: '03/24/2027' }));
  expect(await toldOf(world, reference)).toMatchObject({ match_kind: 'evidence', booking_id: id });
  const ofStatement = await reportOf('fareharbor', '2027-03');
  expect(ofStatement.total).toMatchObject({ statement: 18.51, ledger: 0, statement_bookings: 1 });
  expect(ofStatement.differences).toMatchObject([{ kind: 'unmatched', reference, booking: null }]);
  const ofLedger = await reportOf('fareharbor', '2026-11');
  expect(ofLedger.total).toMatchObject({ statement: 0, ledger: 15, statement_bookings: 0 });
  expect(ofLedger.differences).toMatchObject([{ kind: 'not_on_statement', booking: { id }, statement: null }]);
});

test('of two rows of one file that are one booking by two of its names the last one counts', async () => {
  const booking = aFareharborBooking();
  await tellOf(world, booking);
  const day = '04/10/2027';
  const rows = [
    aRow({ id: booking.pk, day, commission: '15.00' }),
    aRow({ id: booking.uuid, day, commission: '14.00' }),
  ];
  await apply(fareharborHeader, ...rows);
  const { total, differences } = await reportOf('fareharbor', '2027-04');
  expect(total).toMatchObject({ statement: 14, ledger: 0, statement_bookings: 1 });
  expect(differences).toMatchObject([{ kind: 'unmatched', statement: 14, row: { row: 3 } }]);
});

test('a booking is of the month in which the ledger has it, whatever its statement says', async () => {
  const reference = anId();
  const listing_id = await world.aListing({ commission_rate: rate });
  const travelled = { status: 'completed', check_in_date: '2027-06-10', check_out_date: null };
  await aClickOut(world, { reference, listing_id, ...travelled, amount_cents: 12_342, estimated: false });
  await apply(fareharborHeader, aRow({ id: reference, day: '07/10/2027', status: 'Completed', commission: '18.50' }));
  const total = { month: '2027-06', statement: 18.5, ledger: 18.51, statement_bookings: 1, ledger_bookings: 1 };
  expect((await reportOf('fareharbor', '2027-06')).total).toMatchObject(total);
  expect((await reportOf('fareharbor', '2027-07')).total).toBeNull();
  const months = (await allMonths(by)).filter(({ statement, ledger }) => statement !== 0 || ledger !== 0);
  const named = months.map(({ month }) => month);
  expect([named.includes('2027-06'), named.includes('2027-07')]).toEqual([true, false]);
});

test('what has no day by the ledger nor by the statement counts once', async () => {
  const id = anId();
  await claimed(id);
  await apply(fareharborHeader, aRow({ id, day: '' }));
  const counts = { statement: 18.51, ledger: 18.51, differences: 0, statement_bookings: 1, ledger_bookings: 1 };
  expect((await reportOf('fareharbor', 'undated')).total).toMatchObject(counts);
});

test('what is cancelled in another currency differs by nothing', async () => {
  const row = (id: string, status: string) => [`BR-${id}`, '', status, '2027-08-09', '5010', '100.00', 'EUR', '8.00'];
  await apply(viatorHeader, row('810000001', 'Cancelled'), row('810000002', 'Confirmed'));
  const { total, differences } = await reportOf('viator', '2027-08');
  expect(total).toMatchObject({ statement: 0, differences: 1, statement_bookings: 2 });
  expect(differences).toMatchObject([{ kind: 'currency', currency: 'EUR' }]);
});

test.each([
  ['www.getyourguide.com', 'getyourguide'],
  ['getyourguide.example', 'getyourguide'],
  ['notgetyourguide.example', 'operator'],
  ['getyourguide-tours.example', 'operator'],
])('a booking at %s is one of %s', async (supplier, platform) => {
  const listing_id = await world.aListing({ commission_rate: rate });
  const id = await aClickOut(world, { platform: 'external', supplier, listing_id, check_in_date: '2027-09-09' });
  await decide(id, { status: 'confirmed', amount: 10, booking_reference: `E-${supplier}` });
  const found = (await reportOf(platform, '2027-09')).differences;
  expect(found).toContainEqual(expect.objectContaining({ kind: 'not_on_statement', reference: `E-${supplier}` }));
});

test('the file of a month has all differences, however many its screen shows', async () => {
  const rows = Array.from({ length: 502 }, () => aRow({ id: anId(), day: '10/10/2027', commission: '1.00' }));
  await apply(fareharborHeader, ...rows);
  const { total, differences } = await reportOf('fareharbor', '2027-10');
  expect([total.differences, differences.length]).toEqual([502, 500]);
  const { raw } = await by.call('GET /api/admin/reconciliation/fareharbor/2027-10/file');
  const lines: string[] = raw.trimEnd().split('\r\n');
  expect(lines).toHaveLength(504);
  expect(lines.at(-1)).toBe('total,,,,,,,,502,0,502,,');
}, 120_000);
