import type pg from 'pg';
import { loadGuide, sizes } from './guide/load.ts';
import { type Driver, startDriver } from './load/driver.ts';
import { startRedirectServer } from './load/redirect-server.ts';
import { compilingSeconds, describe, type Measured, median, ratioOf } from './measured.ts';
import { connectAsOwner, type Product, productionEnvironment, startProduct } from './product.ts';

// Alone, also for another checkout in the same rounds: `node bench/page.ts [rounds] [seconds] [checkout]`.

/** docs/benchmarks.md tells what it is made of. */
const target = 0.08;
const connections = 16;

interface Side {
  product: Product;
  owner: pg.Client;
  driver: Driver;
  rates: number[];
  /** Processor time of the server's process per page, in milliseconds. */
  processor: number[];
  answered: number;
  stored: number;
}

const countOf = async (owner: pg.Client, table: string) =>
  (await owner.query<{ n: number }>(`select count(*)::int as n from ${table}`)).rows[0]!.n;

async function sideOf(product: Product, owner: pg.Client): Promise<Side> {
  const driver = await startDriver('page-traffic', { places: sizes.places, seed: 11, status: 200 });
  const stored = await countOf(owner, 'scans');
  return { product, owner, driver, rates: [], processor: [], answered: 0, stored };
}

/** One round of a side. @throws Error for a wrong answer, or a scan that was answered and is not in the table. */
async function runSide(side: Side, seconds: number, warmupSeconds: number): Promise<void> {
  const before = side.product.processorSeconds();
  const { perSecond, wrong, reasons, notes } = await side.driver.run({
    port: side.product.port,
    connections,
    warmupSeconds,
    seconds,
  });
  if (wrong) throw new Error(`pages went wrong: ${reasons.join('; ')}`);
  const pages = notes.answered! - side.answered;
  side.answered = notes.answered!;
  const stored = (await countOf(side.owner, 'scans')) - side.stored;
  if (stored !== side.answered) throw new Error(`${side.answered} pages of codes, and ${stored} scans stored`);
  side.rates.push(perSecond);
  side.processor.push(((side.product.processorSeconds() - before) / pages) * 1000);
}

/**
 * The page that a printed code opens, with its scan stored, against a bare Fastify server that stores a visit and redirects,
 * 16 connections each, in interleaved rounds. Every scan is counted in the table afterwards.
 * @param earlier another checkout's product, measured in the same rounds.
 */
export async function measurePages(
  product: Product,
  owner: pg.Client,
  rounds: number,
  seconds: number,
  earlier?: { product: Product; owner: pg.Client },
): Promise<Measured[]> {
  const ours = await sideOf(product, owner);
  const theirs = earlier && (await sideOf(earlier.product, earlier.owner));
  const redirect = await startRedirectServer(product.database);
  const redirects = await startDriver('page-traffic', { places: sizes.places, seed: 11, status: 302 });
  const yardstick: number[] = [];
  const runYardstick = async (time: number, warmupSeconds: number) => {
    const report = await redirects.run({ port: redirect.port, connections, warmupSeconds, seconds: time });
    if (report.wrong) throw new Error(`redirects went wrong: ${report.reasons.join('; ')}`);
    return report;
  };
  try {
    for (const side of theirs ? [ours, theirs] : [ours]) {
      await runSide(side, compilingSeconds, 0);
      side.rates = [];
      side.processor = [];
    }
    await runYardstick(compilingSeconds, 0);
    for (let round = 0; round < rounds; round++) {
      await runSide(ours, seconds, 1);
      const { perSecond, notes } = await runYardstick(seconds, 1);
      yardstick.push(perSecond);
      if ((await countOf(owner, 'bench_redirects')) !== notes.answered) throw new Error('a redirect without its row');
      if (theirs) await runSide(theirs, seconds, 1);
    }
  } finally {
    redirect.stop();
    await Promise.all([redirects, ours.driver, theirs?.driver].map((driver) => driver?.close()));
  }
  await owner.query('drop table bench_redirects');
  const measured: Measured[] = [];
  for (const side of theirs ? [ours, theirs] : [ours]) {
    const name = `${side === ours ? '' : 'before: '}page of a code with its scan stored`;
    const ratio = ratioOf(`${name}, of a bare redirect with one INSERT`, side.rates, yardstick, target, 'a second');
    const beside = `${ratio.beside}; ${median(side.processor).toFixed(1)} ms of processor time a page`;
    measured.push({ ...ratio, beside });
  }
  return measured;
}

if (process.argv[1] === import.meta.filename) {
  const [rounds = '5', seconds = '4', checkout] = process.argv.slice(2);
  const open = async (folder?: string) => {
    const product = await startProduct(productionEnvironment, [], folder);
    const owner = await connectAsOwner(product.database);
    await loadGuide(owner);
    return { product, owner };
  };
  const sides: Awaited<ReturnType<typeof open>>[] = [];
  try {
    sides.push(await open());
    if (checkout) sides.push(await open(checkout));
    const [{ product, owner }, earlier] = sides as [(typeof sides)[0], (typeof sides)[0]?];
    const measured = await measurePages(product, owner, Number(rounds), Number(seconds), earlier);
    console.log(measured.map(describe).join('\n'));
  } finally {
    for (const { product, owner } of sides) {
      await owner.end();
      await product.stop();
    }
  }
}
