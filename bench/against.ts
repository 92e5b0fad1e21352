import { parseArgs } from 'node:util';
import { loadGuide, sizes } from './guide/load.ts';
import { type Driver, startDriver } from './load/driver.ts';
import { compilingSeconds, describe, isMet, ratioOf } from './measured.ts';
import { partnerCookie } from './partner-cookie.ts';
import { benchEnvironment, connectAsOwner, startProduct } from './product.ts';
import { visitCookies } from './visit-cookies.ts';

// `node bench/against.ts CHECKOUT [--rounds 5] [--seconds 4] [--only scan]`: what the product answers a second against another checkout of
// it, built, in interleaved rounds. Ends with 1 where it answers less than 0.95 of the other. `bench/page.ts` does it for pages.
const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    rounds: { type: 'string', default: '5' },
    seconds: { type: 'string', default: '4' },
    only: { type: 'string', default: '' },
  },
});
const checkout = positionals[0];
if (!checkout) throw new Error('which checkout to measure against?');
const seconds = Number(values.seconds);

const open = async (folder?: string) => {
  const product = await startProduct(benchEnvironment, [], folder);
  const owner = await connectAsOwner(product.database);
  await loadGuide(owner);
  const { port } = product;
  const cookies = await visitCookies(product);
  const partner = `${await partnerCookie(owner)}; signed_in=1; ${cookies[0]}`;
  const scans = { port, places: sizes.places, visits: sizes.visits, seed: 1 };
  const traffics: Record<string, [traffic: string, options: object]> = {
    scan: ['scan-traffic', scans],
    'search, cached': ['search-traffic', { port, seed: 7, cookies }],
    'search of a signed-in partner': ['search-traffic', { port, seed: 7, cookies: [partner] }],
    'call of fifty events': ['event-traffic', { port, cookies }],
  };
  return { product, owner, traffics };
};
type Side = Awaited<ReturnType<typeof open>>;

async function run({ product, owner }: Side, driver: Driver, time: number, warmupSeconds: number): Promise<number> {
  const report = await driver.run({ port: product.port, connections: 16, warmupSeconds, seconds: time });
  if (report.wrong) throw new Error(`answers went wrong: ${report.reasons.join('; ')}`);
  await owner.query('truncate events, idempotency_keys');
  return report.perSecond;
}

const sides: Side[] = [];
try {
  for (const folder of [undefined, checkout]) sides.push(await open(folder));
  const [ours, theirs] = sides as [Side, Side];
  for (const name of Object.keys(ours.traffics).filter((one) => one.includes(values.only))) {
    const rates: [number[], number[]] = [[], []];
    const drivers = await Promise.all([ours, theirs].map(({ traffics }) => startDriver(...traffics[name]!)));
    for (const [index, side] of [ours, theirs].entries()) await run(side, drivers[index]!, compilingSeconds, 0);
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [index, side] of [ours, theirs].entries())
        rates[index]!.push(await run(side, drivers[index]!, seconds, 1));
    }
    await Promise.all(drivers.map((driver) => driver.close()));
    const measured = ratioOf(`${name}, of the other checkout's`, ...rates, 0.95, 'a second');
    console.log(describe(measured));
    if (!isMet(measured)) process.exitCode = 1;
  }
} finally {
  for (const { product, owner } of sides) {
    await owner.end();
    await product.stop();
  }
}
