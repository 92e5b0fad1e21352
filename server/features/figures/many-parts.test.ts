import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { rangeOf } from './compared.ts';
import { findParts } from './parts.store.ts';

/** Codes that are scanned every day of a year, the first of them twice. Rows of a day lie scattered, as after it was added up again. */
const many = 1_000;
let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { id } = await world.aCode();
  await onServer(
    await ownerOf(world),
    `insert into qr_codes (code, location_id) select '0000-0000-0000-' || lpad(n::text, 4, '0'), location_id
       from qr_codes, generate_series(1, ${many - 1}) n where id = ${id};
     insert into rollups (grain, dimension, key, starts_at, scans, scans_raw, visits, clicks, bookings_pending, bookings_confirmed,
         bookings_completed, bookings_cancelled, estimated_cents, confirmed_cents, events)
       select 'day', 'code', id, timestamptz '2026-11-21 10:00Z' - d * interval '1 day', 1 + (id = ${id})::integer, 2, 1, 0, 0, 0, 0, 0, 0, 0, 0
       from qr_codes, generate_series(1, 364) d order by id, d;
     update rollup_state set closed_until = '2026-11-21 20:00Z';
     analyze qr_codes`,
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
