import { expect } from 'vitest';
import { RateLimits, type Spend } from '../../server/platform/limits/rate-limits.ts';
import { openSecondApp } from '../second-app.ts';
import { call, createWorld, type Reply, type World } from '../world.ts';

type Call = World['call'];

/** A world with a second app on the same database, with a pool and a memory of its own, as another process has. */
export interface TwoProcesses {
  world: World;
  calls: [Call, Call];
  /** Calls the apps alternately, 64 at the same time. */
  callBoth(times: number, one: (call: Call, at: number) => Promise<Reply>): Promise<Reply[]>;
  /** Limits of a third process. */
  third: RateLimits;
  /** Spends so much of a limit that only `left` is left of it. */
  leave(left: number, spend: Spend, amount: number): Promise<void>;
  close(): Promise<void>;
}

/**
 * Expects that so many passed and that all others were refused. What a crowded machine was too busy to answer (503) may have
 * spent or not; never does one more pass.
 */
export function expectPassed(replies: readonly Reply[], most: number): void {
  const of = (status: number) => replies.filter((reply) => reply.status === status).length;
  const passed = replies.length - of(429) - of(503);
  expect(passed).toBeLessThanOrEqual(most);
  expect(passed + of(503)).toBeGreaterThanOrEqual(most);
  expect(replies.filter(({ status }) => status >= 500 && status !== 503)).toEqual([]);
}

/** Networks are told apart by X-Forwarded-For. */
export const from = (network: string) => ({ 'x-forwarded-for': network });

export async function createTwoProcesses(): Promise<TwoProcesses> {
  const world = await createWorld({ environment: { TRUST_PROXY: '1' } });
  const { clock, settings } = world;
  const second = await openSecondApp(world);
  const callSecond: Call = (request, options = {}) => call(second.app, settings, request, options);
  const calls: [Call, Call] = [world.call, callSecond];
  const third = new RateLimits(second.database.aside, true);
  return {
    world,
    calls,
    callBoth: async (times, one) => {
      const replies: Reply[] = [];
      let next = 0;
      const lane = async () => {
        while (next < times) {
          const at = next++;
          replies[at] = await one(calls[at % 2]!, at);
        }
      };
      await Promise.all(Array.from({ length: 64 }, lane));
      return replies;
    },
    third,
    leave: (left, spend, amount) => third.spend({ ...spend, cost: amount - left }, clock.now()),
    close: async () => {
      await second.close();
      await world.close();
    },
  };
}
