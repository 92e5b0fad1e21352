import type { CompiledQuery } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { openSecondApp } from '../../../tests/second-app.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { withClient } from '../../platform/database/database-client.ts';
import { tidy } from '../../tidying.ts';
import { readRollup, rollUpClosedHours } from './analytics.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' } });
});
afterAll(() => world.close());

/** A visit by the code of a partner's place, and a listing that it shows. */
async function aVisit() {
  const partner = await world.aUser({ role: 'partner' });
  const listing = await world.aListing();
  const location_id = await world.aPlace({ partner_id: partner.id, listings: [listing] });
  const { code } = await world.aCode({ location_id });
  const { cookies } = await world.call('POST /api/qr/scan', { body: { qr_code_id: code } });
  return { partner, listing, location_id, code, cookie: `visit=${cookies.visit}` };
}
type Visit = Awaited<ReturnType<typeof aVisit>>;
const impression = ({ listing, code, location_id }: Visit, list = `location/${location_id}`) => ({
  event_type: 'listing_impression',
  business_listing_id: listing,
  qr_code_id: code,
  event_data: { list },
});
const send = (events: object[], cookie?: string, headers: Record<string, string> = {}) =>
  world.call('POST /api/analytics/events', { body: { events }, cookie, headers });
const keptOf = async (listing: number) =>
  (await world.db.selectFrom('events').selectAll().where('listing_id', '=', listing).execute()).length;
const read = (dimension: 'listing' | 'partner' | 'partner_listing' | 'place', given: object) =>
  readRollup(world.db, {
    dimension,
    grain: 'day',
    from: new Date(world.clock.now().getTime() - 86_400_000),
    to: new Date(world.clock.now().getTime() + 1),
    ...given,
  });

test('an impression is kept once for a visit and list in ten minutes, also within a call', async () => {
  const visit = await aVisit();
  const one = impression(visit);
  expect((await send([one, one, one], visit.cookie)).body).toEqual({ accepted: 3 });
  expect(await keptOf(visit.listing)).toBe(1);
  world.clock.advance(599);
  await send([one], visit.cookie);
  expect(await keptOf(visit.listing)).toBe(1);
  // In another list it is another one, and other events beside it are kept.
  await send([impression(visit, 'explore'), { ...one, event_type: 'map_pin_clicked' }, one], visit.cookie);
  expect(await keptOf(visit.listing)).toBe(3);
  world.clock.advance(1);
  await send([one], visit.cookie);
  expect(await keptOf(visit.listing)).toBe(4);
  const other = await world.call('POST /api/qr/scan', { body: { qr_code_id: visit.code } });
  await send([one], `visit=${other.cookies.visit}`);
  expect(await keptOf(visit.listing)).toBe(5);
});

test('the tidying forgets no impression within its ten minutes', async () => {
  const visit = await aVisit();
  await send([impression(visit)], visit.cookie);
  world.clock.advance(599);
  await tidy(world.db, world.clock.now(), (_, error) => {
    throw error;
  });
  await send([impression(visit)], visit.cookie);
  expect(await keptOf(visit.listing)).toBe(1);
});

test('without a visit nothing tells one from another, and all are kept', async () => {
  const visit = await aVisit();
  await send([impression(visit), impression(visit)]);
  expect(await keptOf(visit.listing)).toBe(2);
});

test('of many calls at once on two processes, with keys and without, one is kept and none waits for another', async () => {
  const visits = [await aVisit(), await aVisit(), await aVisit()];
  const events = visits.map((visit) => ({ ...impression(visits[0]!), business_listing_id: visit.listing }));
  const second = await openSecondApp(world, { RATE_LIMITS: 'off' });
  const sendTo = (app: World['app'], given: object[], key?: string) =>
    app.inject({
      method: 'POST',
      url: '/api/analytics/events',
      headers: {
        origin: world.settings.publicUrl,
        cookie: visits[0]!.cookie,
        'user-agent': 'Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) Safari/605.1.15',
        ...(key && { 'idempotency-key': key }),
      },
      payload: { events: given },
    });
  const replies = await Promise.all(
    Array.from({ length: 20 }, (_, at) => [
      sendTo(world.app, events, at % 2 ? `the-first-process-${at}` : undefined),
      sendTo(second.app, events.toReversed(), at % 2 ? `the-second-process-${at}` : undefined),
    ]).flat(),
  );
  await second.close();
  expect(new Set(replies.map((reply) => reply.statusCode))).toEqual(new Set([202]));
  for (const { listing } of visits) expect(await keptOf(listing)).toBe(1);
});

test('a call that is repeated with its key ten minutes later counts nothing again', async () => {
  const visit = await aVisit();
  const headers = { 'idempotency-key': 'an-impression-that-is-sent-again' };
  await send([impression(visit)], visit.cookie, headers);
  world.clock.advance(700);
  const again = await send([impression(visit)], visit.cookie, headers);
  expect([again.status, again.headers['idempotent-replay']]).toEqual([202, 'true']);
  await send([impression(visit)], visit.cookie);
  expect(await keptOf(visit.listing)).toBe(2);
});

test.each(['', 'location/', 'location/1/2', 'location/0123456789', 'anything', 7])('%j is no list', async (list) => {
  const visit = await aVisit();
  const reply = await send([{ ...impression(visit), event_data: { list } }], visit.cookie);
  expect([reply.status, reply.body.code]).toEqual([400, 'invalid_request']);
});

test('impressions and openings are rolled up with the partner of the moment, programs and staff apart', async () => {
  const visit = await aVisit();
  const { partner, listing, location_id, cookie } = visit;
  const of = (event_type: string, event_data = {}) => ({ ...impression(visit), event_type, event_data });
  await send([impression(visit), impression(visit, 'explore')], cookie);
  await send([
    of('map_pin_clicked'),
    of('advertiser_content_view'),
    of('advertiser_external_navigation'),
    of('smart_suggestion_clicked'),
    // No openings: leaving a page that is open already, staying on it, booking.
    of('advertiser_external_navigation', { source: 'in_app_browser' }),
    of('advertiser_content_engagement'),
    of('booking_initiated'),
    // Of no listing that there is, as a sample is none.
    { ...impression(visit), business_listing_id: 2_147_483_645 },
  ]);
  await send([impression(visit), of('map_pin_clicked'), of('booking_initiated')], undefined, {
    'user-agent': 'Googlebot/2.1',
  });
  await send([impression(visit)], (await world.aUser({ role: 'admin' })).cookie);
  await world.db
    .updateTable('locations')
    .set({ partner_id: (await world.aUser({ role: 'partner' })).id })
    .where('id', '=', location_id)
    .execute();
  const seen = { impressions: 2, openings: 4, events: 9, botViews: 2 };
  const expected = async () => {
    expect(await read('listing', { ids: [listing] })).toMatchObject([seen]);
    // With the impression of no listing.
    expect(await read('partner', { ids: [partner.id] })).toMatchObject([{ ...seen, events: 10 }]);
    expect(await read('place', { ids: [location_id] })).toMatchObject([{ ...seen, events: 10 }]);
    const key = `${partner.id}/${listing}`;
    expect(await read('partner_listing', { within: [partner.id] })).toMatchObject([{ key, ...seen }]);
    expect(await read('partner_listing', { ids: [key] })).toMatchObject([{ key, ...seen }]);
    expect(await read('partner_listing', { within: [(await world.aUser()).id] })).toEqual([]);
  };
  await expected();
  world.clock.advance(3_700);
  await rollUpClosedHours(world.db, world.clock.now());
  await expected();
});

test('over https a browser says where its request comes from: what says nothing is a program', async () => {
  const secure = await createWorld({ environment: { PUBLIC_URL: 'https://guide.example' } });
  const event = { event_type: 'map_initialized' };
  const stated: Record<string, string>[] = [{}, { 'sec-fetch-site': 'same-origin' }];
  for (const headers of stated)
    expect((await secure.call('POST /api/analytics/events', { body: event, headers })).status).toBe(202);
  const { rows } = await secure.database.pool.query('select audience from events order by received_at, audience');
  await secure.close();
  expect(rows).toEqual([{ audience: 'bot' }, { audience: 'visitor' }]);
});

test('when an impression was counted is forgotten, those of today are not', async () => {
  const visit = await aVisit();
  await send([impression(visit)], visit.cookie);
  world.clock.advance(86_401);
  await send([impression(visit, 'saved')], visit.cookie);
  await tidy(world.db, world.clock.now(), (_, error) => {
    throw error;
  });
  const rows = await world.db
    .selectFrom('counted_impressions')
    .select('list')
    .where('listing_id', '=', visit.listing)
    .execute();
  expect(rows).toEqual([{ list: 'saved' }]);
});

test('the listings of one partner are found by an index, among those of many', async () => {
  await onServer(
    await ownerOf(world),
    `insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending,
        bookings_confirmed, bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
      select 'day', 'partner_listing', md5('p' || p)::uuid || '/' || l, '2026-01-01 10:00Z'::timestamptz + d * interval '1 day',
        0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0
      from generate_series(1, 100) p, generate_series(1, 20) l, generate_series(1, 20) d;
     analyze rollups`,
  );
  const asked: CompiledQuery[] = [];
  const executeQuery = (query: CompiledQuery) => {
    asked.push(query);
    return world.db.executeQuery(query);
  };
  await readRollup({ executeQuery } as unknown as World['db'], {
    dimension: 'partner_listing',
    grain: 'day',
    within: ['0cc175b9-c0f1-b6a8-31c3-99e269772661'],
    from: new Date('2026-01-05T10:00:00Z'),
    to: new Date('2026-01-09T10:00:00Z'),
  });
  const { sql, parameters } = asked.at(-1)!;
  const { rows } = await world.database.pool.query(`explain (format json) ${sql}`, [...parameters]);
  expect(JSON.stringify(rows)).toContain('rollups_by_first_part');
});

test('a booking that changes later leaves the impressions of its day uncounted, and its other figures change', async () => {
  const visit = await aVisit();
  await send([impression(visit)], visit.cookie);
  const booking = await world.aBooking({
    listing_id: visit.listing,
    amount_cents: 700,
    estimated: false,
    status: 'confirmed',
  });
  const span = { from: world.clock.now(), to: new Date(world.clock.now().getTime() + 1) };
  world.clock.advance(86_400);
  const rollUp = async () => {
    await rollUpClosedHours(world.db, world.clock.now());
    const [figures] = await read('listing', { ids: [visit.listing], ...span });
    return figures;
  };
  expect(await rollUp()).toMatchObject({ impressions: 1, events: 1, confirmedCents: 700, bookings: { confirmed: 1 } });
  // Were events read again, their figures would be gone with them.
  await withClient(await ownerOf(world), {}, async (client) => {
    await client.query('delete from events where listing_id = $1', [visit.listing]);
  });
  await world.db.updateTable('bookings').set({ status: 'cancelled' }).where('id', '=', booking).execute();
  const changed = { impressions: 1, events: 1, confirmedCents: 0, bookings: { confirmed: 0, cancelled: 1 } };
  expect(await rollUp()).toMatchObject(changed);
});
