import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { type ProductBehindProxy, startBehindProxy } from './behind-proxy.ts';
import { report, rounds, until } from './product-process.ts';
import { recount } from './recount.ts';
import { idOf, newWrite, send } from './writers.ts';

const cuts = Math.ceil(rounds * 2.5);

let given: ProductBehindProxy;
beforeAll(async () => {
  given = await startBehindProxy(1);
});
afterAll(() => given.dispose());

const acknowledged = { scans: [] as string[], bookings: [] as string[] };

test.each([
  { when: 'after', title: 'a commit whose answer is lost was kept, and the retry finds it' },
  { when: 'before', title: 'a commit that is lost was not kept, and the retry does it' },
] as const)('$title: exactly one effect each', { timeout: 120_000 }, async ({ when }) => {
  const { product, proxy, travelers, subjects, owner } = given;
  let [hits, slowestAnswer, slowestRecovery] = [0, 0, 0];
  for (let turn = 0; hits < cuts; turn++) {
    const write = newWrite(turn % 2 ? 'booking' : 'scan', travelers[0]!, subjects);
    proxy.cutNextCommit(when);
    const begun = performance.now();
    const first = await send(product.url, write);
    slowestAnswer = Math.max(slowestAnswer, performance.now() - begun);
    await first.arrayBuffer();
    // A commit of the background work can come first, and this one then goes well.
    if (!first.ok) {
      hits++;
      expect([first.status, first.headers.get('retry-after')]).toEqual([503, '1']);
    }
    const cutAt = performance.now();
    let retry: Response | undefined;
    await until('a retry is answered', 5_000, async () => {
      retry = await send(product.url, write);
      if (retry.ok) return true;
      expect(retry.status).toBe(503);
      return false;
    });
    slowestRecovery = Math.max(slowestRecovery, performance.now() - cutAt);
    if (when === 'after' || first.ok) expect(retry!.headers.get('idempotent-replay')).toBe('true');
    acknowledged[write.kind === 'scan' ? 'scans' : 'bookings'].push(await idOf(write, retry!));
  }
  const found = await recount(owner, acknowledged, [travelers[0]!.userId]);
  report(
    `database cut at COMMIT (${when}): ${hits} cuts, ${hits - found.lost.length} retries with one effect, ` +
      `answered within ${(slowestAnswer / 1000).toFixed(2)} s, again within ${(slowestRecovery / 1000).toFixed(2)} s`,
  );
  expect(found).toEqual({ lost: [], doubled: [] });
  expect(proxy.cuts).toBeGreaterThanOrEqual(cuts);
  expect(slowestAnswer).toBeLessThanOrEqual(3_000 * crowding());
  expect(slowestRecovery).toBeLessThanOrEqual(1_000 * crowding());
  expect(product.isRunning).toBe(true);
});
