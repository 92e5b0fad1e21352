// `npm run prove`: the attacks and an export of a million rows in whole size, a cluster whose parts are killed, the fuzzer in whole size, all frames that codes are read from, what crosses shards, the start from nothing in both worlds, all that may be
// repeated on the PostgreSQL of the system, and the browser's tests with a service worker and in every look. Long; `npm test` runs
// the small sizes. `npm run prove -- PART ...` runs these parts alone.
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ownNode } from './install.mjs';
import { repeatableFiles } from './repeated-tests.mjs';
import { countOne, finish, prepare, results, step, take, vitest } from './steps.mjs';
import { startSystemPostgres } from './system-postgres.mjs';
import { browserRun } from './verdict/browser-run.mjs';

const fuzzer = 'tests/attack/fuzz.test.ts';
const rawExport = 'server/features/analytics/raw-export-memory.test.ts';
const pages = 'server/features/pages/kept-pages.test.ts';
// The tests and what names the skipped ones read it.
process.env.PROVE = '1';

const parts = {
  // One file at a time: some measure what others are answered with meanwhile.
  attacks: () =>
    vitest('attacks', 'attacks', [
      'tests/attack',
      'tests/chaos',
      pages,
      rawExport,
      `--exclude=${fuzzer}`,
      '--no-file-parallelism',
    ]),
  cluster: () => vitest('a cluster under load', 'cluster', ['tests/cluster']),
  fuzzer: () => vitest('fuzzer', 'fuzzer', [fuzzer]),
  decoding: () => vitest('decoding', 'decoding', ['bench/decoding']),
  shards: () => {
    const NOTED_STATEMENTS = join(results, 'statements');
    vitest('tests whose statements are noted', 'unit', [], { NOTED_STATEMENTS });
    countOne(step('statements across shards', 'scripts/check-crossings.ts', ['--whole'], { NOTED_STATEMENTS }));
  },
  start: () => countOne(step('start', 'scripts/prove-start.mjs', [])),
  system: async () => {
    const system = await startSystemPostgres();
    if (!system) return countOne(false);
    const title = `tests on the PostgreSQL ${system.version} of the system`;
    vitest(title, 'system', repeatableFiles(), { TEST_DATABASE_URL: system.url });
    await system.stop();
  },
  browser: () => {
    const chromium = ensureChromium(ownNode);
    if (!chromium) return countOne(false);
    const isOk = step('browser tests', 'node_modules/@playwright/test/cli.js', ['test'], chromium);
    take('browser', browserRun, isOk);
  },
};

const named = process.argv.slice(2);
const unknown = named.filter((name) => !(name in parts));
if (unknown.length > 0) {
  process.stdout.write(`No part is named ${unknown.join(', ')}; there are ${Object.keys(parts).join(', ')}.\n`);
  process.exit(1);
}
prepare();
step('build', 'scripts/build.mjs', []);
for (const [name, run] of Object.entries(parts)) if (named.length === 0 || named.includes(name)) await run();
finish();
