import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFollowedLink, bookingOf, bookingsOfClick } from '../../../tests/platform-news.ts';
import { aTable } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';
import { flushSecurityEvents } from '../../platform/security-events/security-events.ts';
import { referenceParts } from '../platforms/booking-news.ts';
import { partsOf } from '../platforms/same-reference.store.ts';

let world: World;
let admin: TestUser;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
  admin = await world.aUser({ role: 'admin' });
});
afterAll(() => world.close());

const header = [
  ...['Booking Reference', 'Campaign', 'Status', 'Activity Date', 'Activity ID', 'Booking Value', 'Currency'],
  'Commission',
];

test.each(['GYG48AB12', 'GYG-48AB13'])(
  'a reference of GetYourGuide is the same as %s, with a stroke and without one, on whichever of its hosts it was booked',
  async (given) => {
    const by = new Importer(world, admin);
    const traveler = await world.aUser();
    const listing_id = await world.aListing({ booking_url: 'https://widget.getyourguide.com/oahu-l42/-t68157/' });
    const body = { business_listing_id: listing_id };
    const { body: made } = await world.call('POST /api/qr/booking-conversion', { cookie: traveler.cookie, body });
    const decision = { status: 'confirmed', booking_reference: given, reason: 'The guest has shown it' };
    const path = `PATCH /api/bookings/${made.booking_id}` as const;
    expect((await world.call(path, { cookie: admin.cookie, body: decision })).status).toBe(200);
    const row = (reference: string, value: string) => [
      reference,
      '',
      'Confirmed',
      '2026-12-24',
      't68157',
      value,
      'USD',
      '9.00',
    ];
    for (const [reference, value] of [
      [`GYG-${given.replace(/^GYG-?/, '')}`, '90.00'],
      [given.replace('-', '').toLowerCase(), '95.00'],
    ] as const) {
      world.clock.advance(60);
      await by.apply(await by.preview(aTable([header, row(reference, value)])));
    }
    const told = world.db.selectFrom('platform_bookings').select(['state', 'booking_id']);
    expect(await told.where('reference', 'like', `%${given.slice(-6)}`).execute()).toEqual([
      { state: 'matched', booking_id: made.booking_id },
    ]);
    expect(await bookingOf(world, made.booking_id)).toMatchObject({ amount_cents: 9_500, estimated: false });
  },
);

const columns = { reference: 'Ref', click_id: 'Click', status: 'State', travel_date: 'Day', amount: 'Paid' };
const map = {
  ...{ platform: 'operator', columns: { ...columns, currency: 'Cur' }, supplier: 'kayaks.example' },
  ...{ dates: 'month_first', decimals: 'point', currency: null },
};

/** A statement of an operator's, previewed. */
async function ofKayaks(by: Importer, ...rows: string[][]): Promise<number> {
  const { body } = await by.start(aTable([Object.values(map.columns), ...rows]));
  if (body.state === 'unmapped') await by.call(`PUT /api/admin/statement-imports/${body.id}/map`, map);
  await by.work((await by.call(`GET /api/admin/statement-imports/${body.id}`)).body.work_id);
  return body.id;
}

test('one sale of an operator earns once, however its reference is spelled', async () => {
  const by = new Importer(world, admin);
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://kayaks.example/tour' });
  const { clickId, id } = await aFollowedLink(world, traveler.cookie, { listing_id });
  for (const reference of ['AB-1042', 'ab-1042', 'AB1042', 'AB 1042', '#AB-1042', 'AB-1042.']) {
    world.clock.advance(60);
    const row = [reference, clickId, 'Confirmed', '2026-12-24', '100.00', 'USD'];
    const file = await ofKayaks(by, row);
    expect((await by.apply(file)).status).toBe(201);
  }
  expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, reference: 'AB-1042', amount_cents: 10_000 }]);
  const rows = world.db
    .selectFrom('statement_rows as r')
    .innerJoin('platform_bookings as p', 'p.id', 'r.platform_booking_id');
  const named = await rows.select(['r.reference', 'p.booking_id']).where('r.supplier', '=', 'kayaks.example').execute();
  expect(named.map(({ booking_id }) => booking_id)).toEqual([id, id, id, id, id, id]);
});

test.each(['AB-1042', '#1042', '1042.', ' 10-42 ', 'a1b2', 'CAFÉ-1', '1.2/3_4#', 'Ｎｏ．７'])(
  'the parts of %j are the same to the database',
  async (reference) => {
    const { rows } = await sql<{ parts: string }>`select ${partsOf(sql`${reference}::text`)} as parts`.execute(
      world.db,
    );
    expect(rows[0]!.parts).toBe(referenceParts(reference));
  },
);

test('what stands elsewhere in a reference makes it another one of an operator', async () => {
  const by = new Importer(world, admin);
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://kayaks.example/tour' });
  const clicks = [];
  for (let count = 0; count < 2; count++) {
    world.clock.advance(60);
    clicks.push(await aFollowedLink(world, traveler.cookie, { listing_id }));
  }
  const [one, other] = clicks as [(typeof clicks)[0], (typeof clicks)[0]];
  const row = (reference: string, click: string, amount: string) => [
    reference,
    click,
    'Confirmed',
    '2026-12-24',
    amount,
    'USD',
  ];
  await by.apply(await ofKayaks(by, row('1-12', one.clickId, '100.00'), row('11-2', other.clickId, '70.00')));
  expect(await bookingOf(world, one.id)).toMatchObject({ status: 'confirmed', amount_cents: 10_000 });
  expect(await bookingOf(world, other.id)).toMatchObject({ status: 'confirmed', amount_cents: 7_000 });
});

test.each([
  ['2026-1042', '20261042'],
  ['001043', '1043'],
  ['K1044', 'k 10-44'],
])('a sale of one click that was called %s and now %s may be the same, and a person decides', async (one, other) => {
  const by = new Importer(world, admin);
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://kayaks.example/tour' });
  const { clickId, id } = await aFollowedLink(world, traveler.cookie, { listing_id });
  for (const reference of [one, other]) {
    world.clock.advance(60);
    await by.apply(await ofKayaks(by, [reference, clickId, 'Confirmed', '2026-12-24', '100.00', 'USD']));
  }
  expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, reference: one, amount_cents: 10_000 }]);
  const told = world.db.selectFrom('platform_bookings').select(['state', 'booking_id', 'confidence']);
  expect(await told.where('reference', '=', other).execute()).toEqual([
    { state: 'proposed', booking_id: id, confidence: 50 },
  ]);
});

test('two spellings in one file that tell two amounts are refused, with both rows named', async () => {
  const by = new Importer(world, admin);
  const row = (reference: string, amount: string) => [reference, '', 'Confirmed', '2026-12-24', amount, 'USD'];
  const file = await ofKayaks(by, row('ZZ-77', '100.00'), row('zz77', '120.00'));
  expect(await by.outcomes(file)).toMatchObject({ 3: 'unreadable' });
  const { body } = await by.call(`GET /api/admin/statement-imports/${file}/rows?limit=10`);
  expect(JSON.stringify(body)).toContain('row 2 tells something else of the same booking');
});

/** Somebody follows a kayak operator's link and says that they have booked, by a reference. */
async function aClaim(booking_reference: string) {
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://kayaks.example/tour' });
  const { id } = await aFollowedLink(world, traveler.cookie, { listing_id });
  const body = { booking_reference, check_in_date: '2026-12-24', guest_count: 2 };
  const { status } = await world.call(`PUT /api/bookings/${id}/details`, { cookie: traveler.cookie, body });
  expect(status).toBe(200);
  return { id, traveler };
}
const sale = (reference: string, amount: string) => [reference, '', 'Confirmed', '2026-12-24', amount, 'USD'];

test('a claim of an operator’s reference is not matched by another one that only has its strokes elsewhere', async () => {
  const by = new Importer(world, admin);
  const { id } = await aClaim('21-3');
  world.clock.advance(60);
  const file = await ofKayaks(by, sale('2-13', '900.00'), sale('21-3', '70.00'));
  expect(await by.outcomes(file)).toEqual({ 2: 'unmatched', 3: 'matched' });
  await by.apply(file);
  expect(await bookingOf(world, id)).toMatchObject({ status: 'confirmed', reference: '21-3', amount_cents: 7_000 });
});

test('nor is it a wrong claim once that other one is told', async () => {
  const by = new Importer(world, admin);
  await by.apply(await ofKayaks(by, sale('3-14', '900.00')));
  const events = world.db.selectFrom('security_events').select('event_type').where('event_type', '=', 'wrong_claim');
  const wrongOf = async (reference: string) => {
    const { traveler } = await aClaim(reference);
    await flushSecurityEvents(world.db);
    return (await events.where('user_id', '=', traveler.id).execute()).length;
  };
  world.clock.advance(60);
  expect([await wrongOf('31-4'), await wrongOf('3-14')]).toEqual([0, 1]);
});

test('nor does a row’s amount differ from that of the other one', async () => {
  const by = new Importer(world, admin);
  const ids = [(await aClaim('4-15')).id, (await aClaim('41-5')).id];
  world.clock.advance(60);
  await by.apply(await ofKayaks(by, sale('4-15', '900.00')));
  const file = await ofKayaks(by, sale('41-5', '70.00'));
  expect(await by.outcomes(file)).toEqual({ 2: 'matched' });
  await by.apply(file);
  expect(await Promise.all(ids.map((id) => bookingOf(world, id)))).toMatchObject([
    { amount_cents: 90_000 },
    { amount_cents: 7_000 },
  ]);
});
