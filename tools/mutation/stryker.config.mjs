import { availableParallelism } from 'node:os';
import { modules } from './modules.mjs';
import { least } from './score.mjs';

const name = process.env.MODULE;
const { mutate, timeoutMS = 60_000 } = modules[name];
const { MUTATE_CONCURRENCY } = process.env;

/** @type {import('@stryker-mutator/api/core').PartialStrykerOptions} */
export default {
  testRunner: 'vitest',
  plugins: [import.meta.resolve('@stryker-mutator/vitest-runner')],
  vitest: { configFile: 'tools/mutation/vitest.config.ts', related: false },
  mutate,
  // Each runner has a database server of its own beside it.
  concurrency: Number(MUTATE_CONCURRENCY) || Math.max(1, Math.floor(availableParallelism() / 2)),
  ignorePatterns: ['dist', 'test-results', 'data', 'web/public', 'docs'],
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: `test-results/mutation/${name}.json` },
  thresholds: { high: 95, low: least, break: null },
  // A crowded machine must not count a slow test as a mutant that was caught.
  timeoutMS,
  // TypeScript 7 has no interface for programs to read it with.
  tsconfigFile: 'none',
  tempDirName: 'test-results/mutants',
};
