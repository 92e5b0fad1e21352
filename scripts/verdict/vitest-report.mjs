import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Reporter of vitest: writes to the file named by VITEST_REPORT what `npm test` reads of a run, also which tests passed only when repeated. */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${relative('', module.moduleId)}: ${test.fullName}`,
        outcome: test.diagnostic()?.flaky ? 'flaky' : outcomeOf(test.result().state),
        why: firstLine(test.result().errors?.[0]),
      })),
    );
    // What failed around the tests: a file that does not load, a hook, an error that nobody caught.
    const around = modules.filter((module) => !module.ok() && ![...module.children.allTests('failed')].length);
    const failures = [...around.map(({ moduleId }) => relative('', moduleId)), ...unhandledErrors.map(firstLine)];
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify({ tests, failures }));
  }
}

/** A test that never came to an end counts as failed. */
const outcomeOf = (state) => (state === 'pending' ? 'failed' : state);

const firstLine = (error) => error?.message.split('\n')[0];
