import { afterAll, beforeAll, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { anAdvertiser } from '../../../tests/campaigns-scene.ts';
import { onServer } from '../../../tests/database-setup.ts';
import { Explaining, nodesOf, rowsReadBy } from '../../../tests/explained-plans.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import type { Db } from '../../platform/database/database.ts';
import { findRunning } from './slots.store.ts';

const day = '2026-11-21';
/** Of the campaigns so many run; the others ended in the year before, in which all were counted each day. */
const [all, running] = [400, 40];

let world: World;
beforeAll(async () => {
  world = await createWorld();
  const { organisation, listing } = await anAdvertiser(world);
  await onServer(
    await ownerOf(world),
    `insert into campaigns (organisation_id, listing_id, name, state, pricing, budget_cents, click_cents, first_day, last_day,
         created_at, updated_at)
       select '${organisation}', ${listing}, 'n' || n, case when n <= ${running} then 'running' else 'ended' end, 'click', 100000, 5,
         date '${day}' - 365, date '${day}' + 30, now(), now() from generate_series(1, ${all}) n;
     insert into campaign_days (campaign_id, day, location_id, impressions)
       select id, date '${day}' - n, 0, 1 from campaigns, generate_series(0, 364) n where n > 0 or name < 'n2';
     analyze`,
  );
}, 60_000);
afterAll(() => world.close());

/** How many rows of each table something read, shown or not, and by which indexes. */
async function readBy(ask: (db: Db) => Promise<unknown>) {
  const explaining = new Explaining({ analyze: true });
  await ask(world.db.withPlugin(explaining) as Db).catch(() => undefined);
  const plans = explaining.plans.map(({ plan }) => plan);
  const indexes = new Set(plans.flatMap(nodesOf).flatMap((node) => node['Index Name'] ?? []));
  return { rows: rowsReadBy(plans), indexes };
}

test('the campaigns that run are read with the sums of their advertisers by what was counted today alone', async () => {
  const rows = await findRunning(world.db, day);
  const { rows: sums } = await world.database.pool.query(
    'select count(*)::integer as count from campaign_days where day = $1',
    [day],
  );
  expect([rows.length, rows[0]!.advertiser.today]).toEqual([running, sums[0].count]);
  const read = await readBy((db) => findRunning(db, day));
  // Of 146,000; and each campaign once as one that runs, and once in its advertiser's sums.
  expect(read.indexes).toContain('campaign_days_by_day');
  expect(read.rows.campaign_days).toBe(sums[0].count);
  expect(read.rows.campaigns).toBeLessThanOrEqual(2 * all);
});
