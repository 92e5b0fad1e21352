import { afterAll, beforeAll, expect, test } from 'vitest';
import { aFollowedLink, bookingOf, bookingsOfClick } from '../../../tests/platform-news.ts';
import { aTable } from '../../../tests/statement-files.ts';
import { Importer } from '../../../tests/statements-scene.ts';
import { createWorld, type TestUser, type World } from '../../../tests/world.ts';

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

test('a reference of GetYourGuide is the same with a stroke and without one, on whichever of its hosts it was booked', async () => {
  const by = new Importer(world, admin);
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://widget.getyourguide.com/oahu-l42/-t68157/' });
  const body = { business_listing_id: listing_id };
  const { body: made } = await world.call('POST /api/qr/booking-conversion', { cookie: traveler.cookie, body });
  const decision = { status: 'confirmed', booking_reference: 'GYG48AB12', reason: 'The guest has shown it' };
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
    ['GYG-48AB12', '90.00'],
    ['gyg48ab12', '95.00'],
  ] as const) {
    world.clock.advance(60);
    await by.apply(await by.preview(aTable([header, row(reference, value)])));
  }
  const rows = await world.db.selectFrom('platform_bookings').select(['reference', 'state', 'booking_id']).execute();
  expect(rows).toMatchObject([{ state: 'matched', booking_id: made.booking_id }]);
  expect(await bookingOf(world, made.booking_id)).toMatchObject({ amount_cents: 9_500, estimated: false });
});

test('one sale of an operator earns once, however its reference is spelled', async () => {
  const by = new Importer(world, admin);
  const traveler = await world.aUser();
  const listing_id = await world.aListing({ booking_url: 'https://kayaks.example/tour' });
  const { clickId, id } = await aFollowedLink(world, traveler.cookie, { listing_id });
  const columns = { reference: 'Ref', click_id: 'Click', status: 'State', travel_date: 'Day', amount: 'Paid' };
  const map = {
    ...{ platform: 'operator', columns: { ...columns, currency: 'Cur' }, supplier: 'kayaks.example' },
    ...{ dates: 'month_first', decimals: 'point', currency: null },
  };
  for (const reference of ['AB-1042', 'ab-1042', 'AB1042', 'AB 1042']) {
    world.clock.advance(60);
    const row = [reference, clickId, 'Confirmed', '2026-12-24', '100.00', 'USD'];
    const { body } = await by.start(aTable([Object.values(map.columns), row]));
    if (body.state === 'unmapped') await by.call(`PUT /api/admin/statement-imports/${body.id}/map`, map);
    await by.work((await by.call(`GET /api/admin/statement-imports/${body.id}`)).body.work_id);
    expect((await by.apply(body.id)).status).toBe(201);
  }
  expect(await bookingsOfClick(world, clickId)).toMatchObject([{ id, reference: 'AB-1042', amount_cents: 10_000 }]);
  const rows = world.db
    .selectFrom('statement_rows as r')
    .innerJoin('platform_bookings as p', 'p.id', 'r.platform_booking_id');
  const named = await rows.select(['r.reference', 'p.booking_id']).where('r.supplier', '=', 'kayaks.example').execute();
  expect(named.map(({ booking_id }) => booking_id)).toEqual([id, id, id, id]);
});
