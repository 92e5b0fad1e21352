import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { ownerOf } from '../../../tests/attack/owner.ts';
import { createWorld, type World } from '../../../tests/world.ts';
import { type Db, withTransaction } from '../database/database.ts';
import { withClient } from '../database/database-client.ts';
import { Jobs } from './jobs.ts';
import type { JobName, RecurringName } from './queues.ts';

let world: World;
const processes: Jobs[] = [];
const errors: string[] = [];
beforeEach(async () => {
  world = await createWorld();
});
afterEach(async () => {
  await Promise.all(processes.splice(0).map((jobs) => jobs.stop()));
  errors.length = 0;
  await world.close();
});

async function aProcess(): Promise<Jobs> {
  const jobs = new Jobs(world.database.pool, (error) => errors.push(error.message));
  await jobs.start();
  processes.push(jobs);
  return jobs;
}
const asOwner = async (statement: string) =>
  await withClient(await ownerOf(world), {}, async (client) => void (await client.query(statement)));
const standing = async (name: JobName | RecurringName) => {
  const { rows } = await world.database.pool.query(
    `select state::text, retry_count, started_on is null as is_new, start_after <= now() as is_due from jobs.job where name = $1`,
    [name],
  );
  return rows;
};

/** Work that takes its turns, each of which is told how it ends. */
class Turns {
  begun = 0;
  ended = 0;
  together = 0;
  #now = 0;

  readonly #end: (turn: number, signal: AbortSignal) => Promise<unknown>;

  /** @param end how a turn, counted from 1, comes to its end. */
  constructor(end: (turn: number, signal: AbortSignal) => Promise<unknown>) {
    this.#end = end;
  }

  readonly take = async (signal: AbortSignal): Promise<void> => {
    const turn = ++this.begun;
    this.together = Math.max(this.together, ++this.#now);
    try {
      await this.#end(turn, signal);
    } finally {
      this.#now -= 1;
      this.ended += 1;
    }
  };
}
const broken = async (signal: AbortSignal) => {
  if (!signal.aborted) await once(signal, 'abort');
  throw signal.reason;
};
const given = () => ({ db: world.db as Db, clock: world.clock });

describe('recurring work that outlasts its time', () => {
  beforeEach(() => asOwner(`update jobs.queue set expire_seconds = 3, retry_delay = 0 where name = 'nightly'`));

  test('is told to end, and begun again by one process once it has', async () => {
    const turns = new Turns((turn, signal) => (turn === 1 ? broken(signal) : Promise.resolve()));
    for (let count = 0; count < 3; count++) await (await aProcess()).daily('nightly', 3, given(), turns.take);
    await expect.poll(() => turns.ended, { timeout: 25_000 }).toBe(2);
    expect(turns.together).toBe(1);
    await expect.poll(() => standing('nightly')).toMatchObject([{ state: 'completed', retry_count: 1 }]);
  }, 40_000);

  test('and goes on all the same is not begun beside itself in its process', async () => {
    const over = Promise.withResolvers<void>();
    const turns = new Turns((turn) => (turn === 1 ? over.promise : Promise.resolve()));
    await (await aProcess()).daily('nightly', 3, given(), turns.take);
    await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(1);
    // Whoever looks after all queues finds within ten seconds that its time is over.
    const state = async () => (await standing('nightly')).map((job) => job.state).join();
    await expect.poll(state, { timeout: 25_000 }).toBe('retry');
    // As long as two looks for work take.
    await sleep(6_000);
    expect([turns.begun, turns.together]).toEqual([1, 1]);
    over.resolve();
    await expect.poll(() => turns.ended, { timeout: 15_000 }).toBe(2);
    expect(turns.together).toBe(1);
  }, 60_000);
});

test('whoever has lost the turn is told to end', async () => {
  const turns = new Turns((turn, signal) => (turn === 1 ? broken(signal) : Promise.resolve()));
  await (await aProcess()).daily('commission-day', 3, given(), turns.take);
  await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(1);
  await world.database.pool.query(
    `update jobs.job set state = 'retry', start_after = now() where name = 'commission-day'`,
  );
  // A sign of life is given every five seconds.
  await expect.poll(() => turns.ended, { timeout: 25_000 }).toBe(2);
  expect(turns.together).toBe(1);
}, 40_000);

describe('a planned stop', () => {
  test.each(['news', 'long-work'] as const)(
    'hands back what is in hand of %s, as if it had not been begun',
    async (name) => {
      const turns = new Turns((turn, signal) => (turn === 1 ? broken(signal) : Promise.resolve()));
      const first = await aProcess();
      await first.work(name, (_, signal) => turns.take(signal));
      await withTransaction(world.db, (tx) => first.send(tx, name, { id: name === 'news' ? 1 : '1' } as never));
      await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(1);
      const begun = performance.now();
      await first.stop();
      expect(performance.now() - begun).toBeLessThan(3_500);
      expect(await standing(name)).toEqual([{ state: 'created', retry_count: 0, is_new: true, is_due: true }]);
      await (await aProcess()).work(name, (_, signal) => turns.take(signal));
      await expect.poll(() => standing(name), { timeout: 5_000 }).toEqual([]);
      expect(turns.begun).toBe(2);
    },
    40_000,
  );

  test('hands a feed back, which another process reads at once', async () => {
    const turns = new Turns((turn, signal) => (turn === 1 ? broken(signal) : Promise.resolve()));
    const first = await aProcess();
    await first.every('viator-feed', 60, turns.take);
    await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(1);
    await (await aProcess()).every('viator-feed', 60, turns.take);
    await first.stop();
    await expect.poll(() => turns.begun, { timeout: 8_000 }).toBe(2);
    expect(turns.together).toBe(1);
    await expect.poll(() => standing('viator-feed')).toMatchObject([{ state: 'completed', retry_count: 0 }]);
    expect(errors).toEqual([]);
  }, 40_000);

  test('hands back, for once the process is gone, what does not end when it is told to', async () => {
    const never = new Turns(() => new Promise(() => {}));
    const first = await aProcess();
    await first.every('viator-feed', 60, never.take);
    await first.work('news', (_, signal) => never.take(signal));
    await withTransaction(world.db, (tx) => first.send(tx, 'news', { id: 1 }));
    await expect.poll(() => never.begun, { timeout: 10_000 }).toBe(2);
    const begun = performance.now();
    await first.stop();
    expect(performance.now() - begun).toBeLessThan(3_500);
    for (const name of ['viator-feed', 'news'] as const)
      expect(await standing(name)).toEqual([{ state: 'created', retry_count: 0, is_new: true, is_due: false }]);
    const turns = new Turns(() => Promise.resolve());
    await (await aProcess()).every('viator-feed', 60, turns.take);
    await expect.poll(() => turns.ended, { timeout: 15_000 }).toBe(1);
  }, 40_000);
});

/** A process that is killed in its turn of adding up figures, as for want of memory. */
async function killedInItsTurn(): Promise<void> {
  const { connectionString: url, host, port, database: name, user } = world.database.pool.options;
  const connection = JSON.stringify(url ? { url } : { socketDir: host, port, database: name, user });
  const script = `
    const { Jobs } = await import('${join(import.meta.dirname, 'jobs.ts')}');
    const { openDatabase } = await import('${join(import.meta.dirname, '../database/database.ts')}');
    const jobs = new Jobs(openDatabase(${connection}, { max: 2, onError: console.error }).pool, console.error);
    await jobs.start();
    await jobs.every('rollup', 1, async () => process.kill(process.pid, 'SIGKILL'));
    setInterval(() => {}, 1_000);`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', script], { stdio: 'inherit' });
  expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
  // As supervision does where the heartbeat is missing.
  const { rowCount } = await world.database.pool.query(
    `update jobs.job set state = 'failed', completed_on = now() where name = 'rollup' and state = 'active'`,
  );
  expect(rowCount).toBe(1);
}

test('turns that end their process are counted as well, by the turn that comes after, until one goes well', async () => {
  const noted = async () => {
    const asked = world.db.selectFrom('upkeep').select(['problem', sql`figures->'failures'`.as('failures')]);
    return await asked.where('task', '=', 'turn-rollup').executeTakeFirst();
  };
  await killedInItsTurn();
  expect(await noted()).toEqual({ problem: null, failures: 0 });
  for (let turn = 0; turn < 3; turn++) await killedInItsTurn();
  expect(await noted()).toEqual({ problem: 'process_ended', failures: 3 });
  // A stop that was planned is none.
  const stopped = await aProcess();
  const [handedBack, well] = [new Turns((_, signal) => broken(signal)), new Turns(() => Promise.resolve())];
  await stopped.every('rollup', 1, handedBack.take);
  await expect.poll(() => handedBack.begun, { timeout: 10_000 }).toBe(1);
  await stopped.stop();
  expect(await noted()).toEqual({ problem: 'process_ended', failures: 4 });
  await (await aProcess()).every('rollup', 1, well.take);
  await expect.poll(noted, { timeout: 10_000 }).toEqual({ problem: null, failures: 0 });
}, 90_000);

test('a turn that has lost its job to another says nothing of how that one ends', async () => {
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const turns = new Turns((turn) => [first, second][turn - 1]?.promise ?? new Promise(() => {}));
  const noted = async () => {
    const asked = world.db.selectFrom('upkeep').select(['problem', sql`figures->'failures'`.as('failures')]);
    return await asked.where('task', '=', 'turn-commission-day').executeTakeFirst();
  };
  for (let count = 0; count < 2; count++) await (await aProcess()).daily('commission-day', 3, given(), turns.take);
  await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(1);
  await world.database.pool.query(
    `update jobs.job set state = 'retry', start_after = now() where name = 'commission-day'`,
  );
  await expect.poll(() => turns.begun, { timeout: 10_000 }).toBe(2);
  expect(await noted()).toEqual({ problem: 'process_ended', failures: 1 });
  second.reject(new RangeError('no'));
  const failed = { problem: 'RangeError', failures: 2 };
  await expect.poll(noted, { timeout: 5_000 }).toEqual(failed);
  first.resolve();
  // It is tried again ten seconds later.
  await expect.poll(() => turns.begun, { timeout: 20_000 }).toBe(3);
  expect([turns.ended, await noted()]).toEqual([2, failed]);
}, 60_000);

test('turns that fail are counted by their code, without what they say, until one goes well', async () => {
  const failing = Object.assign(new Error('of somebody@example.com'), { code: '57014' });
  const turns = new Turns((turn) => (turn <= 2 ? Promise.reject(failing) : Promise.resolve()));
  const noted = async () => {
    const asked = world.db.selectFrom('upkeep').select(['problem', 'figures']).where('task', '=', 'turn-rollup');
    return await asked.executeTakeFirst();
  };
  const jobs = await aProcess();
  await jobs.every('rollup', 1, turns.take);
  await expect.poll(noted, { timeout: 10_000 }).toMatchObject({ problem: '57014', figures: { failures: 2 } });
  await expect.poll(noted, { timeout: 10_000 }).toEqual({ problem: null, figures: { failures: 0 } });
  expect(errors.filter((message) => message === failing.message)).toHaveLength(2);
}, 30_000);
