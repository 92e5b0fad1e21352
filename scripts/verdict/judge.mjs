import { existsSync } from 'node:fs';

const fileOf = (name) => name.slice(0, name.indexOf(': '));

/**
 * What a run shows beyond passed and failed tests, and what of it may not be.
 * @param report the run's name
 * @param tests `{ name: 'file: title > title', outcome }`, where the outcome is passed, failed, skipped or flaky
 * @param named `{ skippedTests, flakyTests, flakyAllowed }` as in skipped-tests.mjs
 * @returns `{ notes, problems }`: what is excused with its reason, and what is not; lines for people
 */
export function judge(report, tests, { skippedTests, flakyTests, flakyAllowed }, fileExists = existsSync) {
  const outcomes = new Map(tests.map(({ name, outcome }) => [name, outcome]));
  const files = new Set(tests.map(({ name }) => fileOf(name)));
  const excused = new Map();
  const problems = [];
  const isGone = (name) =>
    !fileExists(fileOf(name).replace(/ \(\w+\)$/, '')) || (files.has(fileOf(name)) && !outcomes.has(name));
  for (const { why, holds, tests: names } of skippedTests) {
    const isExpected = holds(report);
    for (const name of names) {
      if (isExpected) excused.set(name, why);
      if (isGone(name)) problems.push(`named as skipped, and gone: ${name}`);
      else if (isExpected && outcomes.has(name) && outcomes.get(name) !== 'skipped')
        problems.push(`named as skipped (${why}), and run: ${name}`);
    }
  }
  for (const { test } of flakyTests) if (isGone(test)) problems.push(`named as flaky, and gone: ${test}`);
  const notes = [];
  const isOther = ({ name, outcome }) => outcome === 'flaky' && !flakyTests.some(({ test }) => test === name);
  const isAllowed = tests.filter(isOther).length <= flakyAllowed;
  for (const { name, outcome } of tests) {
    const why = outcome === 'skipped' ? excused.get(name) : flakyTests.find(({ test }) => test === name)?.why;
    if (outcome !== 'skipped' && outcome !== 'flaky') continue;
    if (!why && outcome === 'flaky' && isAllowed) notes.push(`flaky, and not named: ${name}`);
    else if (why) notes.push(`${outcome}: ${name} (${why})`);
    else problems.push(`${outcome}, and not named in scripts/verdict/skipped-tests.mjs: ${name}`);
  }
  return { notes, problems };
}
