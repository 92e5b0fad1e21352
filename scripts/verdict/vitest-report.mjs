import { writeFileSync } from 'node:fs';
import { relative } from 'node:path';

/** Reporter of vitest: writes to the file named by VITEST_REPORT what `npm test` reads of a run, also which tests passed only when repeated. */
export default class VitestReport {
  onTestRunEnd(modules, unhandledErrors) {
    const tests = modules.flatMap((module) =>
      [...module.children.allTests()].map((test) => ({
        name: `${relative('', module.moduleId)}: ${test.fullName}`,
        outcome: test.diagnostic()?.flaky ? 'flaky' : outcomeOf(test.result().state),
      })),
    );
    // What failed around the tests: a file that does not load, a hook, an error that nobody caught.
    const around = modules.filter((module) => !module.ok() && ![...module.children.allTests('failed')].length).length;
    writeFileSync(process.env.VITEST_REPORT, JSON.stringify({ tests, failures: around + unhandledErrors.length }));
  }
}

/** A test that never came to an end counts as failed. */
const outcomeOf = (state) => (state === 'pending' ? 'failed' : state);
