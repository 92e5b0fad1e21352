// The steps of `npm test` and `npm run prove`: each is shown with its verdict and its time, and all their tests are counted.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { install, ownNode } from './install.mjs';
import { judge } from './verdict/judge.mjs';
import * as named from './verdict/skipped-tests.mjs';

const root = join(import.meta.dirname, '..');
/** Where the reports of the steps lie. */
export const results = join(root, 'test-results');

let ok = true;
/** `[passed, failed, skipped]` of each step. */
const counted = [];
/** Tests that were skipped or repeated, and which of them may not be. */
const notes = [];
const problems = [];
/** Steps and tests that failed, each test with the first line of why: told once more at the end, where one looks first. */
const failures = [];

/**
 * Makes the checkout ready for steps, with the project's own Node and an empty folder for reports.
 * @param kept what stays of those of the last run
 */
export function prepare(kept) {
  process.chdir(root);
  process.env.PATH = dirname(ownNode) + delimiter + process.env.PATH;
  install();
  mkdirSync(results, { recursive: true });
  for (const one of readdirSync(results))
    if (one !== kept) rmSync(join(results, one), { recursive: true, force: true });
}

/** Runs one step with its output shown; one that fails lets the others run and makes the whole a failure. @returns whether it is ok */
export function step(title, file, args, env = {}) {
  const begun = performance.now();
  process.stdout.write(`\n# ${title}\n`);
  const { status } = spawnSync(ownNode, [file, ...args], { stdio: 'inherit', env: { ...process.env, ...env } });
  const seconds = ((performance.now() - begun) / 1000).toFixed(1);
  process.stdout.write(`# ${title}: ${status === 0 ? 'ok' : 'FAILED'} in ${seconds} s\n`);
  if (status !== 0) failures.push(title);
  ok = ok && status === 0;
  return status === 0;
}

/** Runs tests with vitest, and takes them into the verdict under this name. */
export function vitest(title, report, args, env) {
  const reporters = ['--reporter=default', '--reporter=./scripts/verdict/vitest-report.mjs'];
  const told = { ...env, VITEST_REPORT: join(results, `${report}.json`) };
  const isOk = step(title, 'node_modules/vitest/vitest.mjs', ['run', ...args, ...reporters], told);
  take(report, (run) => run, isOk);
  return isOk;
}

/**
 * Takes the tests of a report into the verdict. One that is missing counts as one failure, as does a step that failed without
 * a failed test.
 * @param read makes a run of the report: `{ tests, failures }`, where failures are lines about what failed around the tests, and tests as scripts/verdict/judge.mjs has them
 */
export function take(report, read, isOk) {
  let run;
  try {
    run = read(JSON.parse(readFileSync(join(results, `${report}.json`), 'utf8')));
  } catch {
    return counted.push([0, 1]);
  }
  const judged = judge(report, run.tests, named);
  notes.push(...judged.notes.map((one) => `${report}: ${one}`));
  problems.push(...judged.problems.map((one) => `${report}: ${one}`));
  for (const { name, outcome, why } of run.tests)
    if (outcome === 'failed') failures.push(`${report}: ${name}${why ? `: ${why}` : ''}`);
  failures.push(...run.failures.map((one) => `${report}: ${one}`));
  const number = (...outcomes) => run.tests.filter(({ outcome }) => outcomes.includes(outcome)).length;
  const failed = number('failed') + run.failures.length;
  counted.push([number('passed', 'flaky'), failed || Number(!isOk), number('skipped')]);
}

/** Counts a step that is one test by itself. */
export function countOne(isOk) {
  counted.push(isOk ? [1, 0] : [0, 1]);
}

/** The last line, and the exit code. @param also what else the verdict hangs on */
export function finish(also = true) {
  const [passed, broken, skipped] = [0, 1, 2].map((at) => counted.reduce((sum, one) => sum + (one[at] ?? 0), 0));
  const failed = broken + problems.length;
  const told = [...notes, ...[...problems, ...failures].map((one) => `failed: ${one}`)];
  process.stdout.write(`\n${told.map((one) => `${one}\n`).join('')}`);
  process.stdout.write(`${passed} passed, ${failed} failed${skipped ? `, ${skipped} skipped` : ''}\n`);
  process.exit(ok && also && failed === 0 ? 0 : 1);
}
