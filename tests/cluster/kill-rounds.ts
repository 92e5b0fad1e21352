import { expect } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { median } from '../chaos/crash-rounds.ts';
import { report, until } from '../chaos/product-process.ts';
import { recount } from '../chaos/recount.ts';
import { asOwner, type ClusterScene, untilWhole } from './cluster-scene.ts';

/** So long nobody may wait for an answer, whatever was killed. */
const answeringMs = 30_000;

const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(1)} s`;

/**
 * Kills something under the writers, so many times. Each time every writer is answered again within the limit, and everything
 * acknowledged so far is there once.
 * @param kill does it; what it returns mends what does not mend itself, once all are answered.
 */
export async function surviveKills(
  title: string,
  { cluster, writers }: ClusterScene,
  times: number,
  kill: (round: number) => Promise<(() => void) | undefined>,
): Promise<void> {
  const before = { count: writers.count, repeats: writers.repeats, replays: writers.replays };
  const waits: number[] = [];
  for (let round = 1; round <= times; round++) {
    writers.start();
    await answered(writers.turns, 10);
    const begun = performance.now();
    const mend = await kill(round);
    // The first may have been sent before.
    await answered(writers.turns, 2);
    waits.push(performance.now() - begun);
    mend?.();
    await writers.finish();
    await untilWhole(cluster);
    const { lost, doubled } = await asOwner(cluster, (owner) => recount(owner, writers.acknowledged, writers.userIds));
    const found = { round, lost: lost.length, doubled: doubled.length, some: [...lost, ...doubled].slice(0, 5) };
    expect(found).toEqual({ round, lost: 0, doubled: 0, some: [] });
  }
  report(
    `kill -9 of ${title}: ${times} rounds, ${(writers.count - before.count).toLocaleString('en')} acknowledged, ` +
      `0 lost, 0 doubled (${writers.repeats - before.repeats} sent again, ` +
      `${writers.replays - before.replays} of them kept before), ` +
      `answering again median ${seconds(median(waits))}, max ${seconds(Math.max(...waits))}`,
  );
  expect(Math.max(...waits)).toBeLessThanOrEqual(answeringMs * crowding());
}

/** Waits until so much more was acknowledged to every writer. */
async function answered(turns: readonly number[], more: number): Promise<void> {
  const enough = turns.map((turn) => turn + more);
  await until('answers to every writer', 120_000, () => turns.every((turn, at) => turn >= enough[at]!));
}
