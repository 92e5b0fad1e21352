import { expect, test } from 'vitest';
import { judge, type TestOutcome } from './judge.mjs';

const because = 'no camera here';
const named = {
  skippedTests: [{ why: because, holds: (report: string) => report === 'unit', tests: ['a.test.ts: looks'] }],
  flakyTests: [{ test: 'a.test.ts: wavers', why: 'a clock of others' }],
  flakyAllowed: 0,
};
const run: TestOutcome[] = [
  { name: 'a.test.ts: walks', outcome: 'passed' },
  { name: 'a.test.ts: falls', outcome: 'failed' },
  { name: 'a.test.ts: looks', outcome: 'skipped' },
  { name: 'a.test.ts: wavers', outcome: 'flaky' },
];
const withOutcome = (name: string, outcome: TestOutcome['outcome']) =>
  run.map((one) => (one.name === `a.test.ts: ${name}` ? { ...one, outcome } : one));
const problemsOf = (tests: TestOutcome[], report = 'unit', exists = true) =>
  judge(report, tests, named, () => exists).problems;

test('what is named may be skipped or repeated, and is told with its reason', () => {
  expect(judge('unit', run, named, () => true)).toEqual({
    notes: ['skipped: a.test.ts: looks (no camera here)', 'flaky: a.test.ts: wavers (a clock of others)'],
    problems: [],
  });
});

test('what is skipped or repeated and not named is a problem', () => {
  expect(problemsOf(withOutcome('walks', 'skipped'))).toEqual([
    'skipped, and not named in scripts/verdict/skipped-tests.mjs: a.test.ts: walks',
  ]);
  expect(problemsOf(withOutcome('walks', 'flaky'))).toEqual([
    'flaky, and not named in scripts/verdict/skipped-tests.mjs: a.test.ts: walks',
  ]);
  // Named for where its condition holds, which it does not in this run.
  expect(problemsOf(run, 'system')).toEqual([
    'skipped, and not named in scripts/verdict/skipped-tests.mjs: a.test.ts: looks',
  ]);
});

test('a name that excuses nothing is a problem', () => {
  expect(problemsOf(withOutcome('looks', 'passed'))).toEqual([
    'named as skipped (no camera here), and run: a.test.ts: looks',
  ]);
  expect(problemsOf(run.filter(({ name }) => !/looks|wavers/.test(name)))).toEqual([
    'named as skipped, and gone: a.test.ts: looks',
    'named as flaky, and gone: a.test.ts: wavers',
  ]);
  expect(problemsOf([], 'unit', false)).toHaveLength(2);
});

test('a run of other files says nothing of it', () => {
  expect(problemsOf([{ name: 'b.test.ts: walks', outcome: 'passed' }])).toEqual([]);
});

test('a few others may need a second try, and are told by name', () => {
  const twice = withOutcome('walks', 'flaky');
  const judged = (flakyAllowed: number) => judge('unit', twice, { ...named, flakyAllowed }, () => true);
  expect(judged(1).notes).toContain('flaky, and not named: a.test.ts: walks');
  expect([judged(1).problems.length, judged(0).problems.length]).toEqual([0, 1]);
});
