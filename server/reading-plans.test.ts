import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../tests/attack/owner.ts';
import { onServer } from '../tests/database-setup.ts';
import { Explaining, nodesOf } from '../tests/explained-plans.ts';
import { createWorld, type TestUser, type World } from '../tests/world.ts';
import { readSpan } from './features/analytics/analytics.ts';
import { findTravelled, sumBookings } from './features/bookings/bookings.store.ts';
import { lockUnmatchedAfter } from './features/bookings/platform-bookings.store.ts';
import { rangeOf } from './features/figures/compared.ts';
import { findCandidates } from './features/recommendations/recommendations.store.ts';
import { beforeAllIds } from './platform/lists.ts';
import { findEndpointMetrics, findMetrics } from './platform/request-metrics/read-metrics.store.ts';

let world: World;
let traveler: TestUser;
let popular: number;
beforeAll(async () => {
  world = await createWorld();
  traveler = await world.aUser();
  popular = await world.aListing();
  const other = await world.aListing();
  // A listing that everybody has booked: of 10,000 travelers three bookings each, two of them of it, all in one visit.
  await onServer(
    await ownerOf(world),
    `insert into users (email) select 'booker-' || n || '@example.com' from generate_series(1, 10000) n;
     insert into visits (token_hash, user_id, created_at, last_seen_at)
       select sha256(convert_to(email, 'utf8')), id, now(), now() from users where email like 'booker-%';
     insert into clicks (click_id, user_id, visit_id, listing_id, platform, url, clicked_at)
       select md5(v.id::text || n), v.user_id, v.id, case n when 3 then ${other} else ${popular} end, 'external', 'https://x.example/',
         timestamptz '2026-11-01' - v.id * interval '1 minute'
       from visits v, generate_series(1, 3) n;
     insert into bookings (transaction_id, user_id, click_id, listing_id, platform, amount_cents, booked_at)
       select gen_random_uuid(), user_id, id, listing_id, 'external', 4500, clicked_at from clicks;
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

/** How many rows of a table a statement read, shown or not. */
async function rowsRead(ask: (db: World['db']) => Promise<unknown>): Promise<Record<string, number>> {
  const explaining = new Explaining({ analyze: true });
  await ask(world.db.withPlugin(explaining));
  const read: Record<string, number> = {};
  for (const { plan } of explaining.plans)
    for (const node of nodesOf(plan)) {
      const table = node['Relation Name'];
      if (!table) continue;
      const { 'Actual Rows': rows = 0, 'Rows Removed by Filter': removed = 0, 'Actual Loops': loops = 0 } = node;
      read[table] = (read[table] ?? 0) + Math.round((rows + removed) * loops);
    }
  return read;
}

const box = { south: 21, north: 22, west: -158, east: -157 };

test('what goes with a listing is found by its latest bookings, however many there are', async () => {
  const read = await rowsRead((db) => findCandidates(db, { bookedId: popular, userId: traveler.id, box }));
  // Of 30,000: 500 of the listing, and for each of these bookers three by themselves and three by their visit.
  expect(read.bookings).toBeGreaterThan(500);
  expect(read.bookings).toBeLessThan(6_000);
  expect(read.clicks).toBeLessThan(6_000);
});

test('the sums of all bookings are read without reading any', async () => {
  for (const status of [undefined, 'pending'] as const) {
    const read = await rowsRead((db) => sumBookings(db, status).catch(() => {}));
    expect(Object.keys(read)).toEqual(['booking_sums']);
    expect(read.booking_sums).toBeLessThan(100);
  }
});

test('what a booking was rebooked to is found without reading those of others', async () => {
  await onServer(
    await ownerOf(world),
    `insert into platform_bookings (platform, supplier, reference, reference_keys, status, version, version_digest, first_news_at, last_news_at)
       select 'fareharbor', '', 'R' || n, array['R' || n], 'confirmed', now(), '', now(), now() from generate_series(1, 20000) n;
     analyze platform_bookings`,
  );
  const row = { platform: 'fareharbor', reference_keys: ['R1', 'FHR1'] } as never;
  const read = await rowsRead((db) => lockUnmatchedAfter(db as never, row));
  expect(read.platform_bookings ?? 0).toBeLessThan(10);
});

test('what was travelled is found without reading what is still to come', async () => {
  await onServer(
    await ownerOf(world),
    `update bookings set status = 'confirmed', check_in_date = date '2027-03-01' + (abs(hashtext(id::text)) % 90);
     analyze bookings`,
  );
  const due = await world.aBooking({ status: 'confirmed', check_in_date: '2026-11-01', check_out_date: '2027-12-01' });
  const find = (db: World['db']) => findTravelled(db, '2026-12-05', beforeAllIds, 500);
  expect(await find(world.db)).toEqual([due]);
  const read = await rowsRead(find);
  expect(read.bookings).toBeLessThan(100);
});

test('figures of a span are read without those of other dimensions or times', async () => {
  await onServer(
    await ownerOf(world),
    `insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
         bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
       select 'day', dimension, key, timestamptz '2026-11-20 10:00Z' - n * interval '1 day', 1, 1, 1, 1, 0, 0, 0, 0, 0, 0, 1
       from generate_series(0, 399) n, unnest(array['event', 'listing', 'place', 'code']) dimension, generate_series(1, 20) key;
     update rollup_state set closed_until = '2026-11-21 10:00Z';
     analyze rollups`,
  );
  for (const [range, days] of [
    ['7d', 6],
    ['1y', 364],
  ] as const) {
    const span = rangeOf(range, world.clock.now());
    const read = await rowsRead((db) => readSpan(db, ['event'], { ...span, events: true }).catch(() => {}));
    // Of today there is nothing yet.
    expect([range, read.rollups]).toEqual([range, days * 20]);
  }
});

test('how quickly requests were answered is read without other endpoints, or without other times', async () => {
  await onServer(
    await ownerOf(world),
    `insert into request_metrics select grain, timestamptz '2026-11-21 20:00Z' - n * interval '1 day', endpoint, 1, 0, 0, 1, '{1}', '{1}'
       from generate_series(0, 700) n, unnest(array['minute', 'hour', 'day']) grain, unnest(array['', 'a', 'b', 'c', 'd']) endpoint;
     analyze request_metrics`,
  );
  const span = { from: new Date('2026-11-14T20:00Z'), until: new Date('2026-11-21T20:00Z'), grain: 'day' } as const;
  expect((await rowsRead((db) => findMetrics(db, span))).request_metrics).toBe(7);
  const byHour = await rowsRead((db) => findEndpointMetrics(db, { ...span, grain: 'hour' }, 20).catch(() => {}));
  expect(byHour.request_metrics).toBeLessThanOrEqual(2 * 7 * 5);
});
