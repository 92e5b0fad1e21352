import { spawnSync } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { measureEvents } from './events.ts';
import { loadGuide } from './guide/load.ts';
import { measureLedger } from './ledger.ts';
import { measureLighthouse } from './lighthouse.ts';
import { describe, isMet, type Measured } from './measured.ts';
import { measurePages } from './page.ts';
import { renderEverything } from './pages-rendered.ts';
import { benchEnvironment, connectAsOwner, startProduct } from './product.ts';
import { measureScans } from './scan.ts';
import { measureSearch } from './search.ts';
import { measureSearchAtDatabase } from './search-database.ts';

// `npm run bench [-- --quick] [-- --lighthouse] [-- --large] [-- --write]`: ratios against a yardstick of the same run, interleaved, medians.
// `--write` keeps the table in docs/benchmarks.md. Ends with 1 where a figure misses its target.
const rounds = process.argv.includes('--quick') ? 2 : 5;
const seconds = process.argv.includes('--quick') ? 2 : 4;
const quietSeconds = 15;
/** Beside those that are posted; `--large` makes it a large ledger, which takes long to write. */
const entries = process.argv.includes('--large') ? 10_000_000 : process.argv.includes('--quick') ? 100_000 : 1_000_000;

const product = await startProduct(benchEnvironment);
const owner = await connectAsOwner(product.database);
await loadGuide(owner);

const measured: Measured[] = [
  ...(await measurePages(product, owner, rounds, seconds)),
  ...(await measureScans(product, owner, rounds, seconds)),
  ...(await measureSearch(product, owner, rounds, seconds)),
  await measureSearchAtDatabase(product.database),
  ...(await measureEvents(product, owner, rounds, seconds)),
  ...(await measureLedger(product, owner, rounds, seconds, entries)),
];
const rendered = await renderEverything(product);
const pages = `${rendered.toLocaleString('en-US')} pages in each language`;
measured.push({
  name: `resident memory of the Node process: the most during all this, and ${pages}`,
  unit: 'MB',
  figure: product.mostResidentMegabytes(),
  target: 300,
  atMost: true,
});
// As long as it takes the server to see that it is quiet (server/platform/memory.ts).
await sleep(quietSeconds * 1000);
measured.push({
  name: `the same ${quietSeconds} seconds afterwards`,
  unit: 'MB',
  figure: product.residentMegabytes(),
  target: 250,
  atMost: true,
});
const { rows } = await owner.query<{ server_version: string }>('show server_version');
await owner.end();
await product.stop();
if (process.argv.includes('--lighthouse')) measured.push(...(await measureLighthouse(rounds)));

const lines = measured.map(describe);
const machine = `${cpus().length} cores (${cpus()[0]?.model.trim()}), Node ${process.version}, PostgreSQL ${rows[0]?.server_version ?? ''}`;
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
