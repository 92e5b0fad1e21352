import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../tests/world.ts';
import { Jobs } from './jobs.ts';

let world: World;
const processes: Jobs[] = [];
const errors: string[] = [];
beforeAll(async () => {
  world = await createWorld();
  for (let count = 0; count < 3; count++) {
    const jobs = new Jobs(world.database.pool, (error) => errors.push(error.message));
    await jobs.start();
    processes.push(jobs);
  }
});
afterAll(async () => {
  await Promise.all(processes.map((jobs) => jobs.stop()));
  await world.close();
});

test('recurring work is done once in each span of time by all processes together, and again after a failure', async () => {
  const runs: number[] = [];
  let running = 0;
  let together = 0;
  const begun = performance.now();
  const work = async () => {
    running += 1;
    together = Math.max(together, running);
    runs.push(performance.now() - begun);
    await new Promise((resolve) => setTimeout(resolve, 300));
    running -= 1;
    if (runs.length === 1) throw new Error('the first run fails');
  };
  await Promise.all(processes.map((jobs) => jobs.every('rollup', 2, work)));
  await new Promise((resolve) => setTimeout(resolve, 7_000));
  expect(together).toBe(1);
  // Spans of 2 s: at most five of them are touched in 7 s.
  expect(runs.length).toBeGreaterThanOrEqual(2);
  expect(runs.length).toBeLessThanOrEqual(5);
  expect(errors).toEqual(['the first run fails']);
});
