// `npm test`: a verdict in minutes; `npm test -- --whole`: everything; with `--within=MINUTES` what lands: of the browser tests the main ways,
// and of all else as much as ends in time, in the order of what it would miss; `npm test -- FILE ...`: those tests alone.
// Plain JavaScript, so that the host's own Node can begin.
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from './chromium.mjs';
import { ownNode } from './install.mjs';
import { ensureOtherBrowsers } from './other-browsers.mjs';
import { repeatedFiles } from './repeated-tests.mjs';
import { countOne, finish, prepare, results, step, take, vitest } from './steps.mjs';
import { startSystemPostgres } from './system-postgres.mjs';
import { browserRun } from './verdict/browser-run.mjs';
import { Schedule } from './verdict/schedule.mjs';
import { filesOf, firstInBrowser, leftOfBrowser, leftOfUnit } from './whole-only.mjs';

const isWhole = process.argv.includes('--whole');
const named = process.argv.slice(2).filter((one) => !one.startsWith('--'));
const [within] = process.argv.flatMap((one) => (one.startsWith('--within=') ? [Number(one.slice(9))] : []));
const isCore = !isWhole && named.length === 0;
const isLimited = isWhole && within !== undefined;

/**
 * @param env where a browser is; undefined when there is none, which counts as a failure
 * @param files these alone; all where there are none
 */
function browserTests(env, files = [], title = 'browser tests') {
  const isOk = Boolean(env) && step(title, 'node_modules/@playwright/test/cli.js', ['test', ...files], env);
  take('browser', browserRun, isOk);
}

// Named tests add to what the last run of everything has seen.
prepare(named.length > 0 ? 'seen' : undefined);
if (named.length > 0) testNamed();
step('verify', 'scripts/verify.mjs', []);
step('build', 'scripts/build.mjs', []);
const NOTED_STATEMENTS = join(results, 'statements');
const isInParts = isCore || isLimited;
const schedule = new Schedule(isLimited ? within : undefined);
const left = filesOf(leftOfUnit);
vitest('tests', 'unit', isInParts ? left.map((file) => `--exclude=${file}`) : [], { NOTED_STATEMENTS });
schedule.ended('tests');
const system = await startSystemPostgres();
checkStatements();
schedule.ended('statements');

const chromium = ensureChromium(ownNode);
const otherBrowsers = ensureOtherBrowsers();
if (isInParts) process.env.LEFT_OUT = filesOf(leftOfBrowser).join();
if (isLimited) {
  const first = [...firstInBrowser, 'tests/browsers'];
  browserTests(chromium, first, 'browser tests of travelers');
  schedule.ended('browser tests of travelers');
  // What is named is left out once more by Playwright where it waits for the whole run.
  const desks = readdirSync('tests/e2e').filter(
    (file) => file.endsWith('.test.ts') && !first.includes(`tests/e2e/${file}`),
  );
  inTime('browser tests of desks', (title) =>
    browserTests(
      chromium,
      desks.map((file) => `tests/e2e/${file}`),
      title,
    ),
  );
  inTime('the rest of the tests', (title) => {
    vitest(title, 'rest', left, { NOTED_STATEMENTS });
    checkStatements();
  });
  inTime('tests on the PostgreSQL of the system', repeatTests);
} else {
  if (isWhole) repeatTests();
  browserTests(chromium);
}
await system?.stop();
if (isInParts) process.stdout.write('\n# left to npm test -- --whole: what scripts/whole-only.mjs names\n');
// Elsewhere than on Debian the embedded database and Chromium have to do; not where a verdict is asked for.
finish(Boolean(chromium) && ((Boolean(system) && otherBrowsers) || !process.env.CI));

/** Does a part of the verdict, or says that it is left out. */
function inTime(part, run) {
  if (!schedule.hasTimeFor(part)) {
    process.stdout.write(`\n# this machine is too slow today: without ${part}\n`);
    return;
  }
  run(part);
  schedule.ended(part);
}

/** Prepares each statement that was sent so far on the PostgreSQL of the system. */
function checkStatements() {
  if (!system) return process.stdout.write('\n# tests on the PostgreSQL of the system: left out\n');
  const env = { TEST_DATABASE_URL: system.url, NOTED_STATEMENTS };
  countOne(
    step(`statements on the PostgreSQL ${system.version} of the system`, 'scripts/check-statements.ts', [], env),
  );
}

function repeatTests() {
  if (!system) return;
  const title = `tests on the PostgreSQL ${system.version} of the system`;
  vitest(title, 'system', repeatedFiles(), { TEST_DATABASE_URL: system.url });
}

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
