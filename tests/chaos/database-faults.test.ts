import { afterAll, beforeAll, expect, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { type ProductBehindProxy, startBehindProxy } from './behind-proxy.ts';
import { type Answer, Traffic } from './fault-traffic.ts';
import { report, until } from './product-process.ts';
import { recount } from './recount.ts';

/** A fault lasts at least so long, in milliseconds, and for so many answers: longer than every time-out of the server. */
const faultMs = 5_000;
const faultAnswers = 150;

let given: ProductBehindProxy;
let traffic: Traffic;
beforeAll(async () => {
  given = await startBehindProxy(16);
  traffic = new Traffic(given.product.url, given.travelers, given.subjects);
});
afterAll(() => given.dispose());

const isOk = (answer: Answer) => answer.status >= 200 && answer.status < 300;
const isRefused = (answer: Answer) => answer.status === 503 && answer.isWellFormed;
/** For a message of a failed test. */
const shown = ({ kind, status, begun, ended }: Answer) => `${kind}: ${status} after ${Math.round(ended - begun)} ms`;

/** When each kind of request first went well, of those that ended after an instant; waits for the last of them. */
async function firstSuccesses(since: number): Promise<{ kind: string; ms: number }[]> {
  const first = (kind: string) => traffic.since(since).find((answer) => answer.kind === kind && isOk(answer));
  await until('answers of all kinds', 30_000, () => traffic.kinds.every(first));
  return traffic.kinds.map((kind) => ({ kind, ms: Math.round(first(kind)!.ended - since) }));
}

test.each(['silent', 'refused', 'slow'] as const)(
  'a database that is %s: 503 in time, and back at once',
  {
    timeout: 120_000,
  },
  async (fault) => {
    const { product, proxy, owner, travelers } = given;
    const linesBefore = product.output.split('\n').length;
    traffic.start();
    await firstSuccesses(0);

    const begun = performance.now();
    await proxy.set(fault);
    await until('answers under the fault', 60_000, () => {
      return performance.now() - begun > faultMs && traffic.since(begun).length >= faultAnswers;
    });
    const healed = performance.now();
    await proxy.set('none');
    const recovered = await firstSuccesses(healed);
    const secondOn = healed + 1_000 * crowding();
    await until('answers after the recovery', 30_000, () => traffic.since(secondOn + 1_000).length >= 50);
    await traffic.finish();

    const during = traffic.since(begun).filter((answer) => answer.ended < healed);
    const taken = (answer: Answer) => answer.ended - answer.begun;
    report(
      `database ${fault}: ${during.length} answers, ${during.filter(isRefused).length} of them 503, ` +
        `slowest after ${(Math.max(...during.map(taken)) / 1000).toFixed(2)} s, ` +
        `all well ${Math.max(...recovered.map(({ ms }) => ms))} ms after its end`,
    );
    expect(traffic.answers.filter((answer) => !isOk(answer) && !isRefused(answer)).map(shown)).toEqual([]);
    expect(traffic.answers.filter((answer) => taken(answer) > 3_000 * crowding()).map(shown)).toEqual([]);
    // What readiness found out serves for a second, so that it is late by that on both ends.
    const late = (kind: string) => (kind === 'readiness' ? 1_000 : 0);
    expect(recovered.filter(({ kind, ms }) => ms > 1_000 * crowding() + late(kind))).toEqual([]);
    const afterwards = traffic.answers.filter((answer) => answer.begun > secondOn + late(answer.kind));
    expect(afterwards.filter((answer) => !isOk(answer)).map(shown)).toEqual([]);
    // The process itself is well all the time. Of the rest nothing can be, but what was under way when the fault began; and a
    // slow answer in time is one.
    const well = during.filter((answer) => isOk(answer) && answer.begun > begun + 50 + late(answer.kind));
    expect(during.filter((answer) => answer.kind === 'health' && !isOk(answer)).map(shown)).toEqual([]);
    if (fault !== 'slow') expect(well.filter((answer) => answer.kind !== 'health').map(shown)).toEqual([]);
    expect(product.isRunning).toBe(true);
    // Told in a few lines, however many requests meet it.
    expect(product.output.split('\n').length - linesBefore).toBeLessThan(60);

    await traffic.repeatUnanswered();
    const userIds = travelers.map((traveler) => traveler.userId);
    expect(await recount(owner, traffic.acknowledged, userIds)).toEqual({ lost: [], doubled: [] });
  },
);
