import { afterAll, beforeAll, expect, test } from 'vitest';
import { mostListings } from '../../../contract/analytics-figures.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { findSeen } from './behavior.store.ts';
import { readBehavior } from './behavior.ts';
import { rangeOf } from './compared.ts';
import { findParts } from './parts.store.ts';

/**
 * Codes that are scanned every day of a year, the first of them twice, and listings that are opened likewise. Rows of a day lie scattered, as
 * after it was added up again.
 */
const many = 1_000;
let world: World;
let first: string;
beforeAll(async () => {
  world = await createWorld();
  const { id, code } = await world.aCode();
  first = code;
  const listing = await world.aListing({ category: 'Restaurants' });
  await onServer(
    await ownerOf(world),
    `insert into qr_codes (code, location_id) select '0000-0000-0000-' || lpad(n::text, 4, '0'), location_id
       from qr_codes, generate_series(1, ${many - 1}) n where id = ${id};
     insert into listings (name, category, description, price_range)
       select name || n, category, description, price_range from listings, generate_series(1, ${many - 1}) n where id = ${listing};
     insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
         bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events, openings, impressions)
       select 'day', dimension, key, timestamptz '2026-11-21 10:00Z' - d * interval '1 day', scans, scans, 0, 1, 0, 0, 0, 0, 0, 0, openings + impressions,
         openings, impressions
       from (
         select 'code' as dimension, id::text as key, 1 + (id = ${id})::integer as scans, 0 as openings, 0 as impressions from qr_codes
         union all select 'listing', id::text, 0, 1 + (id = ${listing})::integer, 3 from listings where category = 'Restaurants'
         union all select 'total', '', ${many}, ${many + 1}, ${3 * many}
       ) as part, generate_series(1, 364) d order by dimension, key, d;
     update rollup_state set closed_until = '2026-11-21 20:00Z';
     analyze qr_codes, listings`,
  );
  await onServer(await ownerOf(world), 'vacuum (analyze) rollups');
}, 120_000);
afterAll(() => world.close());

test('a year of very many codes is read by statements that each take a part of it', async () => {
  const range = rangeOf('1y', world.clock.now());
  const codes = await findParts(world.db, 'code', range);
  expect(codes.map(({ scans }) => scans)).toEqual([728, ...Array.from({ length: many - 1 }, () => 364)]);

  const explaining = new Explaining({ analyze: true });
  await findParts(world.db.withPlugin(explaining), 'code', range);
  const read = explaining.plans.map(({ plan }) => rowsReadBy([plan]).rollups ?? 0);
  expect(read.reduce((so, one) => so + one, 0)).toBeGreaterThanOrEqual(364 * many);
  expect(Math.max(...read)).toBeLessThan(100 * many);
  // Where they lie does not matter.
  const scans = explaining.plans
    .flatMap(({ plan }) => nodesOf(plan))
    .filter((node) => node['Index Name'] === 'rollups_of_parts');
  expect(new Set(scans.map((node) => node['Node Type']))).toEqual(new Set(['Index Only Scan']));
});

test('what visitors did with very many listings in a year is read by statements that each take a part of it', async () => {
  const now = world.clock.now();
  const told = await readBehavior(world.db, now, { time_range: '1y' });
  const impressions = 3 * 364 * many;
  const openings = 364 * (many + 1);
  expect([told.impressions.value, told.openings.value]).toEqual([impressions, openings]);
  expect(told.categories).toEqual([
    { category: 'Restaurants', impressions, openings, clicks: 364 * many, bookings: 0 },
  ]);
  expect(told.listings.map((listing) => listing.openings)).toEqual([728, ...told.listings.slice(1).map(() => 364)]);
  expect(told.listings[0]).toMatchObject({ impressions: 3 * 364, clicks: 364 });

  const explaining = new Explaining({ analyze: true });
  await findSeen(world.db.withPlugin(explaining), rangeOf('1y', now), mostListings);
  const read = explaining.plans.map(({ plan }) => rowsReadBy([plan]).rollups ?? 0);
  expect(read.reduce((so, one) => so + one, 0)).toBeGreaterThanOrEqual(364 * many);
  expect(Math.max(...read)).toBeLessThan(100 * many);
});

test('bookings of closed days that have changed are those of now, and counted once', async () => {
  const booked = async () => (await findParts(world.db, 'code', rangeOf('1y', world.clock.now())))[0]!.bookings;
  const day = '2026-11-10 10:00Z';
  await onServer(
    await ownerOf(world),
    `update rollups set bookings_confirmed = 5 where dimension = 'code' and key = (select min(id)::text from qr_codes) and starts_at >= '2026-11-09 10:00Z'
       and starts_at <= '${day}'`,
  );
  expect(await booked()).toBe(10);
  await onServer(await ownerOf(world), `insert into rollup_marks values ('${day}', false)`);
  expect(await booked()).toBe(5);
});

test('scans of today are of the last part, beside its closed days', async () => {
  const { status } = await world.call('POST /api/qr/scan', { body: { qr_code_id: first } });
  expect(status).toBe(200);
  expect((await findParts(world.db, 'code', rangeOf('1y', world.clock.now())))[0]!.scans).toBe(729);
});
