import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureEvents } from './events.ts';
import { measureFigures } from './figures.ts';
import { loadGuide } from './guide/load.ts';
import { measureLedger } from './ledger.ts';
import { measureLighthouse } from './lighthouse.ts';
import { measureListingImport } from './listing-import.ts';
import { describe, isMet, type Measured } from './measured.ts';
import { measurePages } from './page.ts';
import { renderEverything } from './pages-rendered.ts';
import { measurePerformance } from './performance.ts';
import { benchEnvironment, connectAsOwner, startProduct } from './product.ts';
import { measureScans } from './scan.ts';
import { measureSearch } from './search.ts';
import { measureSearchAtDatabase } from './search-database.ts';
import { measureSponsored } from './sponsored.ts';

// `npm run bench [-- PART ...] [-- --quick] [-- --lighthouse] [-- --large] [-- --keep=FOLDER] [-- --write]`: ratios against a yardstick of the same run,
// interleaved, medians. `PART` is one of `parts` below, all of them without. `--write` keeps the table of all in docs/benchmarks.md. Ends with 1
// where a figure misses its target.
const rounds = process.argv.includes('--quick') ? 2 : 5;
const seconds = process.argv.includes('--quick') ? 2 : 4;
const quietSeconds = 15;
/** Entries that the ledger has before it is measured, and scans of a large partner and of a year; as many as `--large` take long to write. */
const entries = process.argv.includes('--large') ? 10_000_000 : process.argv.includes('--quick') ? 100_000 : 1_000_000;
/** Where the years of `figures` stay, for another run on the same day. */
const keep = process.argv.find((one) => one.startsWith('--keep='))?.slice('--keep='.length);

const parts: Record<string, () => Promise<Measured[]>> = {
  pages: () => measurePages(product, owner, rounds, seconds),
  scan: () => measureScans(product, owner, rounds, seconds),
  search: () => measureSearch(product, owner, rounds, seconds),
  'search-database': async () => [await measureSearchAtDatabase(product.database)],
  events: () => measureEvents(product, owner, rounds, seconds),
  ledger: () => measureLedger(product, owner, rounds, seconds, entries),
  performance: () => measurePerformance(product, owner, rounds, entries),
  figures: () => measureFigures(rounds, entries, keep),
  'listing-import': () => measureListingImport(product, owner, rounds, seconds),
  sponsored: () => measureSponsored(product, owner, rounds, seconds),
};
const named = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0)
  throw new Error(`no part is named ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}`);
if (named.length > 0 && process.argv.includes('--write')) throw new Error('only the table of all parts is kept');

const product = await startProduct(benchEnvironment);
const owner = await connectAsOwner(product.database);
const measured: Measured[] = [];
let version: string | undefined;
try {
  await loadGuide(owner);
  for (const [name, measure] of Object.entries(parts))
    if (named.length === 0 || named.includes(name)) measured.push(...(await measure()));
  if (named.length === 0) measured.push(...(await measureMemory()));
  version = (await owner.query<{ server_version: string }>('show server_version')).rows[0]?.server_version;
} finally {
  await owner.end();
  await product.stop();
}
if (process.argv.includes('--lighthouse')) measured.push(...(await measureLighthouse(rounds)));

const lines = measured.map(describe);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, PostgreSQL ${version ?? ''}`;
console.log(`\n${machine}\n\n${lines.join('\n')}`);

if (process.argv.includes('--write')) {
  const file = join(import.meta.dirname, '../docs/benchmarks.md');
  const marks = ['<!-- measured: begin -->', '<!-- measured: end -->'] as const;
  const text = readFileSync(file, 'utf8');
  const [before] = text.split(marks[0]);
  const [, after] = text.split(marks[1]);
  const day = new Date().toISOString().slice(0, 10);
  writeFileSync(
    file,
    `${before}${marks[0]}\n${day}, ${machine}; ${rounds} rounds of ${seconds} s, interleaved; median (lowest to highest).\n\n` +
      `| what | figure | target | met |\n| --- | --- | --- | --- |\n${lines.join('\n')}\n${marks[1]}${after}`,
  );
}
if (process.argv.includes('--decoding')) spawnSync(process.execPath, ['bench/decoding/run.ts'], { stdio: 'inherit' });
const missed = measured.filter((one) => !isMet(one));
if (missed.length > 0) {
  console.error(`missed: ${missed.map(({ name }) => name).join('; ')}`);
  process.exitCode = 1;
}

/** The memory of the server during all this, and afterwards. */
async function measureMemory(): Promise<Measured[]> {
  const rendered = await renderEverything(product);
  const pages = `${rendered.toLocaleString('en-US')} pages in each language`;
  const most: Measured = {
    name: `resident memory of the Node process: the most during all this, and ${pages}`,
    unit: 'MB',
    figure: product.mostResidentMegabytes(),
    target: 300,
    atMost: true,
  };
  // As long as it takes the server to see that it is quiet (server/platform/memory.ts).
  await sleep(quietSeconds * 1000);
  const quiet = product.residentMegabytes();
  return [
    most,
    { name: `the same ${quietSeconds} seconds afterwards`, unit: 'MB', figure: quiet, target: 250, atMost: true },
  ];
}
