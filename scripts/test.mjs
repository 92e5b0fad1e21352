// `npm test`: a verdict in minutes; `npm test -- --whole`: everything, as it lands, of the browser tests the main ways where the machine is too
// slow for `--within=MINUTES`; `npm test -- FILE ...`: those tests alone.
// Plain JavaScript, so that the host's own Node can begin.
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ownNode } from './install.mjs';
import { ensureOtherBrowsers } from './other-browsers.mjs';
import { repeatedFiles } from './repeated-tests.mjs';
import { countOne, finish, prepare, results, step, take, vitest } from './steps.mjs';
import { startSystemPostgres } from './system-postgres.mjs';
import { browserRun } from './verdict/browser-run.mjs';
import { isTimeLeft } from './verdict/time-left.mjs';
import { filesOf, leftOfBrowser, leftOfUnit } from './whole-only.mjs';

const isWhole = process.argv.includes('--whole');
const named = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const [within] = process.argv.flatMap((one) => (one.startsWith('--within=') ? [Number(one.slice(9))] : []));
const isCore = !isWhole && named.length === 0;

/** @param env where a browser is; undefined when there is none, which counts as a failure */
const browserTests = (env, files = [], isShort = isCore) => {
  if (isShort) process.env.LEFT_OUT = filesOf(leftOfBrowser).join();
  const isOk = Boolean(env) && step('browser tests', 'node_modules/@playwright/test/cli.js', ['test', ...files], env);
  take('browser', browserRun, isOk);
};

// Named tests add to what the last run of everything has seen.
prepare(named.length > 0 ? 'seen' : undefined);
if (named.length > 0) testNamed();
step('verify', 'scripts/verify.mjs', []);
step('build', 'scripts/build.mjs', []);
const NOTED_STATEMENTS = join(results, 'statements');
const left = isCore ? filesOf(leftOfUnit).map((file) => `--exclude=${file}`) : [];
vitest('tests', 'unit', left, { NOTED_STATEMENTS });
const system = await startSystemPostgres();
if (system) {
  const env = { TEST_DATABASE_URL: system.url };
  const where = `on the PostgreSQL ${system.version} of the system`;
  countOne(step(`statements ${where}`, 'scripts/check-statements.ts', [], { ...env, NOTED_STATEMENTS }));
  if (isWhole) vitest(`tests ${where}`, 'system', repeatedFiles(), env);
  await system.stop();
} else {
  process.stdout.write('\n# tests on the PostgreSQL of the system: left out\n');
}
const chromium = ensureChromium(ownNode);
const otherBrowsers = ensureOtherBrowsers();
const isShort = isCore || !isTimeLeft(performance.now() / 60_000, within);
browserTests(chromium, [], isShort);
if (isShort && isWhole)
  process.stdout.write('\n# this machine is too slow for all browser tests: the main ways alone\n');
if (isCore)
  process.stdout.write(
    '\n# left to npm test -- --whole: what scripts/whole-only.mjs names, and a second run on that PostgreSQL\n',
  );
// Elsewhere than on Debian the embedded database and Chromium have to do; not where a verdict is asked for.
finish(Boolean(chromium) && ((Boolean(system) && otherBrowsers) || !process.env.CI));

/** The named files and folders alone, and the end. */
function testNamed() {
  const inBrowser = named.filter((file) => /^tests\/(e2e|browsers)/.test(file));
  const others = named.filter((file) => !inBrowser.includes(file));
  if (others.length > 0) vitest('tests', 'unit', others);
  if (inBrowser.length > 0) {
    step('build', 'scripts/build.mjs', []);
    const chromium = ensureChromium(ownNode);
    const judging = inBrowser.filter((file) => file.endsWith('-seen.test.ts'));
    const seeing = inBrowser.filter((file) => !judging.includes(file));
    if (seeing.length > 0) browserTests(chromium, seeing);
    // Of what was seen before: those that would have to see everything once more are left out.
    if (judging.length > 0) browserTests(chromium, [...judging, '--no-deps']);
  }
  finish();
}
