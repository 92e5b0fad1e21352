import { randomInt } from 'node:crypto';
import { expect } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { type ProductProcess, report, rounds, until } from './product-process.ts';
import { recount } from './recount.ts';
import { findSubjects, signInTravelers } from './travelers.ts';
import { Writers } from './writers.ts';

const writerCount = 8;

export const median = (values: readonly number[]) => [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)]!;

/** Eight writers, signed in and ready to start. */
export async function prepareWriters(product: ProductProcess): Promise<Writers> {
  const owner = await product.connect({ readOnly: false });
  const writers = new Writers(product.url, await signInTravelers(owner, writerCount), await findSubjects(owner));
  await owner.end();
  return writers;
}

/**
 * Crashes a product under its writers, again and again; after each time everything acknowledged so far is there once.
 * @param crash does it, and settles with the milliseconds until it is ready again, while the writers go on trying.
 */
export async function surviveCrashes(
  title: string,
  product: ProductProcess,
  writers: Writers,
  crash: () => Promise<number>,
): Promise<void> {
  const before = { count: writers.count, repeats: writers.repeats, replays: writers.replays };
  const readyTimes: number[] = [];
  for (let round = 1; round <= rounds; round++) {
    const enough = writers.count + randomInt(20, 200);
    writers.start();
    await until(`writes of round ${round}`, 30_000, () => writers.count >= enough);
    readyTimes.push(await crash());
    await writers.finish();
    const reader = await product.connect();
    const { lost, doubled } = await recount(reader, writers.acknowledged, writers.userIds);
    await reader.end();
    const found = { round, lost: lost.length, doubled: doubled.length, some: [...lost, ...doubled].slice(0, 5) };
    expect(found).toEqual({ round, lost: 0, doubled: 0, some: [] });
  }
  const seconds = (milliseconds: number) => `${(milliseconds / 1000).toFixed(2)} s`;
  report(
    `${title}: ${rounds} rounds, ${(writers.count - before.count).toLocaleString('en')} acknowledged, ` +
      `0 lost, 0 doubled (${writers.repeats - before.repeats} sent again, ` +
      `${writers.replays - before.replays} of them kept before), ` +
      `ready median ${seconds(median(readyTimes))}, max ${seconds(Math.max(...readyTimes))}`,
  );
  expect(median(readyTimes)).toBeLessThanOrEqual(3_000 * crowding());
  expect(Math.max(...readyTimes)).toBeLessThanOrEqual(5_000 * crowding());
}
