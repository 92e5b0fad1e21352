import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { median } from './crash-rounds.ts';
import { ProductProcess, report, rounds, until } from './product-process.ts';

let first: ProductProcess;
beforeAll(async () => {
  first = await ProductProcess.make();
  await first.start();
});
afterAll(() => first.dispose());

/** Starts a server on a data folder and waits for its end, or for its readiness. */
async function startOn(dataDir: string | undefined): Promise<{ server: ProductProcess; milliseconds: number }> {
  const server = await ProductProcess.make({}, dataDir);
  const begun = performance.now();
  server.spawn();
  await until('an end or readiness', 30_000, async () => !server.isRunning || (await server.readiness()) === 200);
  return { server, milliseconds: performance.now() - begun };
}

test('a second server on one DATA_DIR is refused in one line, and the first goes on answering', {
  timeout: 120_000,
}, async () => {
  const times: number[] = [];
  let unanswered = 0;
  let isOver = false;
  const watching = until('the end', 120_000, async () => {
    if ((await first.readiness()) === undefined) unanswered++;
    return isOver;
  });
  for (let round = 1; round <= rounds; round++) {
    const { server, milliseconds } = await startOn(first.dataDir);
    expect({ round, isRunning: server.isRunning }).toEqual({ round, isRunning: false });
    expect(await server.exited).toBe(78);
    expect(server.output).toMatch(
      /^Another server is running on \S+: stop it first, or give this one another DATA_DIR\.\n$/,
    );
    times.push(milliseconds);
  }
  isOver = true;
  await watching;
  await first.untilReady();
  report(
    `second server on one DATA_DIR: refused ${rounds} of ${rounds} times, ` +
      `after ${(median(times) / 1000).toFixed(2)} s (median)`,
  );
  expect(unanswered).toBe(0);
  expect(median(times)).toBeLessThanOrEqual(3_000 * crowding());
});

test('on a folder of its own it is not refused, so that the refusal means something', { timeout: 60_000 }, async () => {
  const { server } = await startOn(undefined);
  expect(server.isRunning).toBe(true);
  await server.dispose();
});
