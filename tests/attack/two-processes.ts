import { pino } from 'pino';
import { inject as provided } from 'vitest';
import { createApp } from '../../server/app.ts';
import { asApplication, openDatabase } from '../../server/platform/database.ts';
import { Jobs } from '../../server/platform/jobs.ts';
import { RateLimits, type Spend } from '../../server/platform/rate-limits.ts';
import { inDatabase } from '../database-setup.ts';
import { call, createWorld, type World } from '../world.ts';

type Call = World['call'];

/** A world with a second app on the same database, with a pool and a memory of its own, as another process has. */
export interface TwoProcesses {
  world: World;
  calls: [Call, Call];
  /** Calls both apps by turns, all at the same time. */
  callBoth(
    times: number,
    one: (call: Call, at: number) => ReturnType<Call>,
  ): ReturnType<typeof Promise.all<ReturnType<Call>[]>>;
  /** Limits of a third process. */
  third: RateLimits;
  /** Spends so much of a limit that only `left` is left of it. */
  leave(left: number, spend: Spend, amount: number): Promise<void>;
  close(): Promise<void>;
}

/** Networks are told apart by X-Forwarded-For. */
export const from = (network: string) => ({ 'x-forwarded-for': network });

export async function createTwoProcesses(): Promise<TwoProcesses> {
  const world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  const { clock, settings } = world;
  const { rows } = await world.database.pool.query('select current_database() as name');
  const connection = asApplication(inDatabase(provided('databaseServer'), rows[0].name));
  const database = openDatabase(connection, { max: 4, onError: () => {} });
  const jobs = new Jobs(database.pool, () => {});
  await jobs.start();
  const app = await createApp({ settings, database, jobs, clock, logger: pino({ level: 'silent' }) });
  const second: Call = (request, options = {}) => call(app, settings, request, options);
  const calls: [Call, Call] = [world.call, second];
  const third = new RateLimits(database.db, true);
  return {
    world,
    calls,
    callBoth: (times, one) => Promise.all(Array.from({ length: times }, (_, at) => one(calls[at % 2]!, at))),
    third,
    leave: (left, spend, amount) => third.spend({ ...spend, cost: amount - left }, clock.now()),
    close: async () => {
      await app.close();
      await jobs.stop();
      await database.close();
      await world.close();
    },
  };
}
