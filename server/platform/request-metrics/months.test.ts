import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lastDays } from '../../../contract/hawaii-time.ts';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type Db, withTransaction } from '../database/database.ts';
import { findEndpointMetrics, sumMetrics } from './read-metrics.store.ts';
import { addUpMonths } from './request-metrics.store.ts';

let world: World;
/** Of two years, of forty endpoints and of all of them, each day with other times. */
const insertion = (days: string) => `
  insert into request_metrics (grain, starts_at, endpoint, requests, errors, unavailable, total_ms, buckets, counts)
    select 'day', timestamptz '2026-11-21 10:00Z' - n * interval '1 day', endpoint, 3 + n % 5, n % 2, 0, n % 11 + number,
      array[10 + n % 7, 20 + n % 3]::smallint[], array[2 + n % 5, 1]
    from ${days} n, (select number, case number when 0 then '' else 'e' || number end as endpoint from generate_series(0, 40) number) e`;
beforeAll(async () => {
  world = await createWorld();
  await onServer(await ownerOf(world), `${insertion('generate_series(0, 729)')}; analyze request_metrics`);
});
afterAll(() => world.close());

const yearBefore = async (db: Db = world.db) => {
  const { from } = lastDays(world.clock.now(), 365);
  return await sumMetrics(db, { from: new Date(from.getTime() - 365 * 86_400_000), until: from, grain: 'day' });
};
const read = (db: Db) => findEndpointMetrics(db, { ...lastDays(world.clock.now(), 365), grain: 'day' }, 20);
const addUp = () => addUpMonths(world.db, world.clock.now());

async function rowsRead(by: (db: Db) => Promise<unknown> = read): Promise<number> {
  const count = async (db: Db) =>
    (
      await sql<{ read: number }>`select (seq_tup_read + idx_tup_fetch)::integer as read from pg_stat_xact_user_tables
        where relname = 'request_metrics'`.execute(db)
    ).rows[0]!.read;
  return await withTransaction(world.db, async (tx) => {
    const before = await count(tx);
    await by(tx);
    return (await count(tx)) - before;
  });
}

test('months that are over are added up, and a year is told from them as from its days', async () => {
  const told = await read(world.db);
  expect([told.length, told[0]!.endpoint]).toEqual([20, 'e40']);
  expect(await rowsRead()).toBeGreaterThan(365 * 40);
  const before = await yearBefore();
  expect(await rowsRead(yearBefore)).toBeGreaterThanOrEqual(365);
  await addUp();
  expect(await yearBefore()).toEqual(before);
  // The days of two months at most, and the months, which are also looked for.
  expect(await rowsRead(yearBefore)).toBeLessThan(2 * 12 + 62);
  expect(await read(world.db)).toEqual(told);
  expect(await rowsRead()).toBeLessThan((62 + 12) * 41 + 12);
});

test('a month whose days have changed is added up again, and no other', async () => {
  await onServer(
    await ownerOf(world),
    `delete from request_metrics where grain = 'day' and starts_at >= '2026-05-05 10:00Z' and starts_at < '2026-05-06 10:00Z'`,
  );
  const versions = async () =>
    (
      await world.database.pool.query(
        `select starts_at::text, xmin::text from request_metrics where grain = 'month' and endpoint = '' order by 1`,
      )
    ).rows;
  const before = await versions();
  await addUp();
  const after = await versions();
  expect(after.filter(({ xmin }, at) => xmin !== before[at].xmin).map(({ starts_at }) => starts_at)).toEqual([
    '2026-05-01 10:00:00+00',
  ]);
  const told = await read(world.db);
  await onServer(await ownerOf(world), `delete from request_metrics where grain = 'month'`);
  expect(await read(world.db)).toEqual(told);
});

test('a month of more requests than fit is told as full, and keeps none of the others from being added up', async () => {
  await onServer(
    await ownerOf(world),
    `update request_metrics set requests = 2e9, counts = array[2e9, 1] where grain = 'day' and endpoint in ('', 'e1')
      and starts_at >= '2026-06-05 10:00Z' and starts_at < '2026-06-08 10:00Z'`,
  );
  await addUp();
  const { rows } = await world.database.pool.query(
    `select endpoint, requests from request_metrics where grain = 'month' and endpoint in ('', 'e1') and requests > 1e9`,
  );
  expect(rows).toEqual(['', 'e1'].map((endpoint) => ({ endpoint, requests: 2_147_483_647 })));
});
