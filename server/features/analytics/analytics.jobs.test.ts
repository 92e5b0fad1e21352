import { afterAll, beforeAll, expect, test } from 'vitest';
import { silent } from '../../../tests/platform-news.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { Jobs } from '../../platform/jobs/jobs.ts';
import { readRollup, startAnalyticsJobs } from './analytics.ts';

let world: World;
/** As a second process would have. */
let second: Jobs;
const errors: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  second = new Jobs(world.database.pool, (error) => errors.push(error.message));
  await second.start();
});
afterAll(async () => {
  await second.stop();
  await world.close();
});
const within = async (seconds: number, condition: () => Promise<boolean> | boolean) => {
  const end = performance.now() + seconds * 1000;
  while (!(await condition())) {
    if (performance.now() > end) throw new Error(`not within ${seconds} s`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};

test('the rollup job closes hours and the partition job makes months, in whichever process', async () => {
  const code = await world.aCode();
  await world.call('POST /api/qr/scan', { body: { qr_code_id: code.code } });
  const at = world.clock.now();
  world.clock.advance(3_700);
  for (const jobs of [world.jobs, second]) await startAnalyticsJobs({ db: world.db, clock: world.clock, jobs }, silent);
  const rolledUp = () =>
    world.db
      .selectFrom('rollups')
      .select('scans')
      .where('dimension', '=', 'code')
      .where('grain', '=', 'hour')
      .execute();
  await within(15, async () => (await rolledUp()).length > 0);
  expect(await rolledUp()).toEqual([{ scans: 1 }]);
  const read = await readRollup(world.db, {
    dimension: 'code',
    ids: [code.id],
    grain: 'hour',
    from: at,
    to: world.clock.now(),
  });
  expect(read).toMatchObject([{ key: String(code.id), scans: 1, visits: 1 }]);
  const states = async () =>
    (await world.database.pool.query(`select state, count(*) from jobs.job where name = 'rollup' group by 1`)).rows;
  await within(15, async () => (await states())[0].state !== 'active');
  expect(await states()).toEqual([{ state: 'completed', count: 1 }]);
  expect(errors).toEqual([]);
});
