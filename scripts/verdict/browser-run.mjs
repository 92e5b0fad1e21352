import { join, relative } from 'node:path';

const outcomes = { expected: 'passed', unexpected: 'failed', flaky: 'flaky', skipped: 'skipped' };

/** What Playwright's JSON report tells, in the form of a run (judge.mjs). */
export function browserRun({ config, suites, errors }) {
  const pathOf = (file) => relative('', join(config.rootDir, file));
  return { tests: suites.flatMap((suite) => testsOf(suite, pathOf, [])), failures: errors.map(firstLine) };
}

function testsOf({ title, file, specs = [], suites = [] }, pathOf, above) {
  const path = title === file ? above : [...above, title];
  return [
    ...specs.flatMap((spec) =>
      spec.tests.map(({ status, projectName, results = [] }) => ({
        name: `${nameOf(projectName, pathOf(file))}: ${[...path, spec.title].join(' > ')}`,
        outcome: outcomes[status],
        why: firstLine(results.at(-1)?.errors?.[0]),
      })),
    ),
    ...suites.flatMap((one) => testsOf(one, pathOf, path)),
  ];
}

/** A test of tests/browsers runs once in each browser, and is named with it. */
const nameOf = (project, path) => (path.startsWith('tests/browsers/') ? `${path} (${project})` : path);

const firstLine = (error) => error?.message?.split('\n')[0];
