import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';
import { retention } from '../../platform/retention.ts';
import { tidy, tidyTasks } from '../../tidying.ts';
import { deleteOrphanCodesBeyond } from '../scanning/orphan-scans.store.ts';
import { findOrphanPage, type OrphanFilter } from './orphans.store.ts';
import { listOrphanScans } from './orphans.ts';

let world: World;
const flood = 40_000;
const inventedCodes = async () =>
  (await sql<{ count: number }>`select count(*) from orphan_codes where reason = 'mistyped'`.execute(world.db)).rows[0]!
    .count;

beforeAll(async () => {
  world = await createWorld();
  const now = `timestamptz '${world.clock.now().toISOString()}'`;
  await onServer(
    await ownerOf(world),
    `insert into orphan_scans (code, reason, scanned_at, source)
       values ('OLD-AND-HONEST', 'unknown', ${now} - interval '80 days', 'scanner');
     insert into orphan_scans (code, reason, scanned_at, source)
       select 'HOT', 'unknown', ${now} - n * interval '1 second', 'camera' from generate_series(1, 2000) n;
     insert into orphan_codes (code, reason, scans, camera, first_at, last_at)
       select 'FLOOD-' || n, 'mistyped', 1 + n % 3, 0, ${now}, ${now} - n * interval '1 second' from generate_series(1, ${flood}) n;
     analyze orphan_codes`,
  );
}, 120_000);
afterAll(() => world.close());

const filters: Partial<OrphanFilter>[] = [{}, { search: 'flood-7' }, { state: 'mistyped' }, { code: 'HOT' }];
test.each(filters)('a page narrowed to %o reads the codes and not their scans', async (filter) => {
  const now = world.clock.now();
  const since = new Date(now.getTime() - 90 * 86_400_000);
  for (const sort of ['-last', '-scans']) {
    const explaining = new Explaining({ analyze: true });
    const page = readPage({ sort }, () => true);
    await findOrphanPage(world.db.withPlugin(explaining), { ...filter, since, now }, page).catch(() => {});
    expect(explaining.plans).toHaveLength(1);
    const read = rowsReadBy(explaining.plans.map(({ plan }) => plan));
    expect(read.orphan_scans).toBeUndefined();
    if (filter.code) expect(read.orphan_codes).toBeLessThan(10);
  }
});

test('every scan counts, and a code that nothing but a flood has come after is found', async () => {
  const list = async (query: object) =>
    await listOrphanScans(world, world.clock.now(), { sort: '-scans', limit: 20, ...query } as ListQuery);
  expect((await list({})).rows[0]).toMatchObject({ id: 'HOT', scans: 2_000, sources: { scanner: 0, camera: 2_000 } });
  expect((await list({ search: 'honest' })).rows).toMatchObject([{ id: 'OLD-AND-HONEST', scans: 1 }]);
});

test('of too many codes the invented go first, and of these the rarest and then the oldest', async () => {
  await deleteOrphanCodesBeyond(world.db, 10_000);
  expect(await inventedCodes()).toBe(9_998);
  const left = await sql<{ code: string }>`select code from orphan_codes where reason = 'mistyped'
    order by last_at desc limit 2`.execute(world.db);
  expect(left.rows.map(({ code }) => code)).toEqual(['FLOOD-2', 'FLOOD-5']);
  const { rows } = await sql<{ least: number; code: string }>`select scans as least, code from orphan_codes
    where reason = 'mistyped' order by last_at limit 1`.execute(world.db);
  expect(rows).toEqual([{ least: 3, code: `FLOOD-${2 + 3 * 9_997}` }]);
  await deleteOrphanCodesBeyond(world.db, 2);
  const kept = await sql<{ code: string }>`select code from orphan_codes order by code`.execute(world.db);
  expect(kept.rows.map(({ code }) => code)).toEqual(['HOT', 'OLD-AND-HONEST']);
});

test('the tidying keeps as many codes as are kept at most', async () => {
  const now = `timestamptz '${world.clock.now().toISOString()}'`;
  await onServer(
    await ownerOf(world),
    `insert into orphan_codes (code, reason, scans, camera, first_at, last_at)
       select 'MANY-' || n, 'mistyped', 1, 0, ${now}, ${now} - n * interval '1 second' from generate_series(1, ${retention.orphanCodes}) n`,
  );
  await tidy(
    world.db,
    world.clock.now(),
    (task, error) => {
      throw new Error(`${task}: ${error.message}`);
    },
    { tasks: { codes: tidyTasks['codes of orphan scans']! } },
  );
  // Beside the two that somebody has.
  expect(await inventedCodes()).toBe(retention.orphanCodes - 2);
}, 60_000);
