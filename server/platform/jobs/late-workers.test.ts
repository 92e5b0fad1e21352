import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createWorld, type World } from '../../../tests/world.ts';
import { withTransaction } from '../database/database.ts';
import { Jobs } from './jobs.ts';
import type { JobName } from './queues.ts';

let world: World;
let jobs: Jobs;
beforeEach(async () => {
  world = await createWorld();
  jobs = new Jobs(world.database.pool, () => {});
  await jobs.start();
});
afterEach(async () => {
  await jobs.stop();
  await world.close();
});

const standing = async (name: JobName) => {
  const { rows } = await world.database.pool.query(
    'select state::text, retry_count, priority, heartbeat_on > now() as beats from jobs.job where name = $1',
    [name],
  );
  return rows;
};

/** Takes a job from whoever has it in hand, as supervision does where its time was over or its heartbeat missing. */
const takeAway = (name: JobName) =>
  world.database.pool.query(
    `update jobs.job set state = 'retry', start_after = now() where name = $1 and state = 'active'`,
    [name],
  );

for (const name of ['news', 'long-work'] as const)
  for (const ending of ['ends well', 'fails'] as const)
    test(`who comes late with ${name} and ${ending} leaves the job to the one that has it by now`, async () => {
      const tries: { begun: number; end: PromiseWithResolvers<void> }[] = [];
      await jobs.work(name, async () => {
        const end = Promise.withResolvers<void>();
        tries.push({ begun: tries.length, end });
        await end.promise;
      });
      const data = name === 'news' ? { id: 1 } : { id: '1' };
      await withTransaction(world.db, (tx) => jobs.send(tx, name, data as never));
      await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(1);
      await takeAway(name);
      await expect.poll(() => tries.length, { timeout: 10_000 }).toBe(2);
      const inHand = [expect.objectContaining({ state: 'active', retry_count: 1, priority: 0 })];
      expect(await standing(name)).toEqual(inHand);

      const [late, holder] = tries;
      const statements = vi.spyOn(world.database.pool, 'query');
      if (ending === 'ends well') late!.end.resolve();
      else late!.end.reject(new Error('too late'));
      // It names the job with its own try, the first.
      const settled = () => statements.mock.calls.some((call) => /"[0-9a-f-]{36}:0"/.test(JSON.stringify(call)));
      await expect.poll(settled, { timeout: 5_000 }).toBe(true);
      await Promise.all(statements.mock.results.map(({ value }) => value));
      statements.mockRestore();
      expect(await standing(name)).toEqual(inHand);

      holder!.end.reject(new Error('not now'));
      const putOff = [expect.objectContaining({ state: 'retry', retry_count: 1, priority: -1 })];
      await expect.poll(() => standing(name), { timeout: 10_000 }).toEqual(putOff);
    });
