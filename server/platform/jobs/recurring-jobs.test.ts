import { afterEach, beforeEach, expect, test } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { Jobs } from './jobs.ts';

let world: World;
const processes: Jobs[] = [];
const errors: string[] = [];
beforeEach(async () => {
  world = await createWorld();
  for (let count = 0; count < 3; count++) {
    const jobs = new Jobs(world.database.pool, (error) => errors.push(error.message), { boundDays: true });
    await jobs.start();
    processes.push(jobs);
  }
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((jobs) => jobs.stop()));
  errors.length = 0;
  await world.close();
});

test('recurring work is done by one process at a time, and again after a failure', async () => {
  let runs = 0;
  let running = 0;
  let together = 0;
  const begun = performance.now();
  const work = async () => {
    running += 1;
    together = Math.max(together, running);
    runs += 1;
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
    if (runs === 1) throw new Error('the first run fails');
  };
  await Promise.all(processes.map((jobs) => jobs.every('rollup', 1, work)));
  await expect.poll(() => runs, { timeout: 20_000 }).toBeGreaterThanOrEqual(3);
  expect(together).toBe(1);
  // So many spans of a second were touched at most.
  expect(runs).toBeLessThanOrEqual(Math.ceil((performance.now() - begun) / 1_000) + 1);
  expect(errors).toEqual(['the first run fails']);
});

test('a process that starts after the work was done leaves it for the next span', async () => {
  const day = 86_400;
  const [first, ...later] = processes;
  let runs = 0;
  const work = async () => {
    runs += 1;
  };
  const asked = async () =>
    (await world.database.pool.query(`select state::text from jobs.job where name = 'rollup'`)).rows;
  await first!.every('rollup', day, work);
  await expect.poll(asked, { timeout: 20_000 }).toEqual([{ state: 'completed' }]);
  for (const jobs of later) await jobs.every('rollup', day, work);
  expect(await asked()).toEqual([{ state: 'completed' }]);
  expect(runs).toBe(1);
}, 30_000);

test('daily work is done once on each day of Hawaiʻi, from its hour on, by one of all processes', async () => {
  const { db, clock } = world;
  let runs = 0;
  const work = async () => {
    runs += 1;
  };
  // Ten in the morning: of the day that began at three.
  const asks = await Promise.all(processes.map((jobs) => jobs.daily('nightly', 3, { db, clock }, work)));
  const askAll = () => Promise.all(asks.map((ask) => ask()));
  const states = async () =>
    (await world.database.pool.query(`select state::text from jobs.job where name = 'nightly'`)).rows.map(
      ({ state }) => state,
    );
  const settled = (count: number) => expect.poll(states, { timeout: 20_000 }).toEqual(Array(count).fill('completed'));
  await settled(1);
  await askAll();
  // One second before three at night, and at three.
  clock.advance(17 * 3_600 - 1);
  await askAll();
  expect(await states()).toHaveLength(1);
  clock.advance(1);
  await askAll();
  await askAll();
  await settled(2);
  // Nobody was there for two days.
  clock.advance(3 * 86_400 + 3_600);
  await askAll();
  await settled(3);
  expect(runs).toBe(3);
  expect(errors).toEqual([]);
}, 60_000);

test('a process whose clock is a year ahead does no daily work, says so, and keeps nobody else from it', async () => {
  const { db } = world;
  const runs: string[] = [];
  const begin = (jobs: Jobs, who: string, daysAhead: number) => {
    const clock = { now: () => new Date(Date.now() + daysAhead * 86_400_000) };
    return jobs.daily('nightly', 3, { db, clock }, async () => void runs.push(who));
  };
  const lastDay = async () =>
    (await world.database.pool.query("select last_day::text from daily_runs where name = 'nightly'")).rows[0]?.last_day;
  await begin(processes[0]!, 'ahead', 400);
  expect(errors).toEqual([
    expect.stringMatching(/^the clock here says \d{4}-\d{2}-\d{2}, which has not come: nightly is not done$/),
  ]);
  expect(await lastDay()).toBeUndefined();
  // As one of an earlier version has left it.
  await world.database.pool.query("insert into daily_runs (name, last_day) values ('nightly', current_date + 400)");
  const ask = await begin(processes[1]!, 'right', 0);
  await expect.poll(() => runs.length, { timeout: 20_000 }).toBe(1);
  await ask();
  const { rows } = await world.database.pool.query("select from jobs.job where name = 'nightly'");
  expect(rows).toHaveLength(1);
  expect(await lastDay()).not.toBe(new Date(Date.now() + 400 * 86_400_000).toISOString().slice(0, 10));
  errors.length = 0;
}, 40_000);
