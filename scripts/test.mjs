// `npm test`: everything to a verdict. Plain JavaScript, so that the host's own Node can begin.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { install, ownNode } from './install.mjs';
import { startSystemPostgres } from './system-postgres.mjs';

const root = join(import.meta.dirname, '..');
const results = join(root, 'test-results');
process.chdir(root);
process.env.PATH = dirname(ownNode) + delimiter + process.env.PATH;

install();
rmSync(results, { recursive: true, force: true });
mkdirSync(results);

/** Runs one step with its output shown; a step that fails ends the run after all steps of its kind. */
function step(title, file, args, env = {}) {
  const begun = performance.now();
  process.stdout.write(`\n# ${title}\n`);
  const { status } = spawnSync(ownNode, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  process.stdout.write(
    `# ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${((performance.now() - begun) / 1000).toFixed(1)} s\n`,
  );
  return status === 0;
}

let ok = step('verify', 'scripts/verify.mjs', []);
ok = step('build', 'scripts/build.mjs', []) && ok;
const vitest = (title, report, files, env) =>
  step(
    title,
    'node_modules/vitest/vitest.mjs',
    ['run', ...files, '--reporter=default', '--reporter=json', `--outputFile.json=${results}/${report}.json`],
    env,
  );
ok = vitest('tests', 'unit', []) && ok;
const system = await startSystemPostgres();
if (system) {
  // The same tests, but for those that ask for no database or bring one of their own to crash.
  const files = ['server', 'db', 'tests', '--exclude=tests/chaos/{crashes,second-server,graceful-stop}.test.ts'];
  const env = { TEST_DATABASE_URL: system.url };
  ok = vitest(`tests on the PostgreSQL ${system.version} of the system`, 'system', files, env) && ok;
  await system.stop();
} else {
  // Elsewhere than on Debian the embedded one alone has to do; not where a verdict is asked for.
  ok = ok && !process.env.CI;
  process.stdout.write('\n# tests on the PostgreSQL of the system: left out\n');
}
const chromium = ensureChromium(ownNode);
ok =
  Boolean(chromium) &&
  step('browser tests', 'node_modules/@playwright/test/cli.js', ['test'], { CHROMIUM: chromium }) &&
  ok;

/** Counts of a report; a report that is missing counts as one failure. */
function counts(file, read) {
  try {
    return read(JSON.parse(readFileSync(join(results, file), 'utf8')));
  } catch {
    return [0, 1];
  }
}
const units = ['unit.json', ...(system ? ['system.json'] : [])].map((file) =>
  counts(file, (report) => [
    report.numPassedTests,
    report.numFailedTests + (report.success ? 0 : 1) * Number(report.numFailedTests === 0),
  ]),
);
const browser = counts('browser.json', ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
const [passed, failed] = [0, 1].map((at) => [...units, browser].reduce((sum, one) => sum + one[at], 0));
process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
process.exit(ok && failed === 0 ? 0 : 1);
