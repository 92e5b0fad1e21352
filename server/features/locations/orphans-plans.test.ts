import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type ListQuery, readPage } from '../../platform/lists.ts';
import { findOrphanPage, type OrphanFilter } from './orphans.store.ts';
import { listOrphanScans } from './orphans.ts';

let world: World;
const flood = 200_000;
beforeAll(async () => {
  world = await createWorld();
  const now = `timestamptz '${world.clock.now().toISOString()}'`;
  await onServer(
    await ownerOf(world),
    `insert into orphan_scans (code, reason, scanned_at, source)
       select 'FLOOD-' || n, 'unknown', ${now} - n * interval '1 second', 'camera' from generate_series(1, ${flood}) n;
     insert into orphan_scans (code, reason, scanned_at, source)
       select 'HOT', 'unknown', ${now} - n * interval '1 second', 'camera' from generate_series(1, 50000) n;
     analyze orphan_scans`,
  );
}, 120_000);
afterAll(() => world.close());

const filters: Partial<OrphanFilter>[] = [{}, { search: 'flood-7' }, { state: 'mistyped' }, { code: 'HOT' }];
test.each(filters)('of many scans a page narrowed to %o reads the newest alone', async (filter) => {
  const now = world.clock.now();
  const since = new Date(now.getTime() - 90 * 86_400_000);
  for (const sort of ['-last', '-scans']) {
    const explaining = new Explaining({ analyze: true });
    const page = readPage({ sort }, () => true);
    await findOrphanPage(world.db.withPlugin(explaining), { ...filter, since, now }, page).catch(() => {});
    expect(explaining.plans).toHaveLength(1);
    // A page, what is counted, and what is shown.
    expect(rowsReadBy(explaining.plans.map(({ plan }) => plan)).orphan_scans).toBeLessThan(70_000);
  }
});

test('and is answered', async () => {
  const query = { sort: '-scans', limit: 20 } as ListQuery;
  const { rows } = await listOrphanScans(world, world.clock.now(), query);
  expect(rows[0]).toMatchObject({ id: 'HOT', scans: 10_000 });
});
