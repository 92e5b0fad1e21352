// The steps of `npm test` and `npm run prove`: each is shown with its verdict and its time, and all their tests are counted.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install, ownNode } from './install.mjs';

const root = join(import.meta.dirname, '..');
/** Where the reports of the steps lie. */
export const results = join(root, 'test-results');

let ok = true;
const counted = [];

/** Makes the checkout ready for steps, with the project's own Node and an empty folder for reports. */
export function prepare() {
  process.chdir(root);
  process.env.PATH = dirname(ownNode) + delimiter + process.env.PATH;
  install();
  rmSync(results, { recursive: true, force: true });
  mkdirSync(results);
}

/** Runs one step with its output shown; one that fails lets the others run and makes the whole a failure. @returns whether it is ok */
export function step(title, file, args, env = {}) {
  const begun = performance.now();
  process.stdout.write(`\n# ${title}\n`);
  const { status } = spawnSync(ownNode, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`# ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  ok = ok && status === 0;
  return status === 0;
}

/** Runs tests with vitest, and counts them from a report of this name. */
export function vitest(title, report, args, env) {
  const outputs = ['--reporter=default', '--reporter=json', `--outputFile.json=${results}/${report}.json`];
  const isOk = step(title, 'node_modules/vitest/vitest.mjs', ['run', ...args, ...outputs], env);
  count(`${report}.json`, ({ numPassedTests, numFailedTests, success }) => [
    numPassedTests,
    // A file that does not even load is no failed test of the report.
    numFailedTests + (success ? 0 : 1) * Number(numFailedTests === 0),
  ]);
  return isOk;
}

/** Counts the tests of a report as `[passed, failed]`; a report that is missing counts as one failure. */
export function count(file, read) {
  try {
    counted.push(read(JSON.parse(readFileSync(join(results, file), 'utf8'))));
  } catch {
    counted.push([0, 1]);
  }
}

/** Counts a step that is one test by itself. */
export function countOne(isOk) {
  counted.push(isOk ? [1, 0] : [0, 1]);
}

/** The last line, and the exit code. @param also what else the verdict hangs on */
export function finish(also = true) {
  const [passed, failed] = [0, 1].map((at) => counted.reduce((sum, one) => sum + one[at], 0));
  process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
  process.exit(ok && also && failed === 0 ? 0 : 1);
}
