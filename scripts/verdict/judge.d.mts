export interface TestOutcome {
  name: string;
  outcome: 'passed' | 'failed' | 'skipped' | 'flaky';
}
export interface NamedTests {
  skippedTests: readonly { why: string; holds(report: string): boolean; tests: readonly string[] }[];
  flakyTests: readonly { test: string; why: string }[];
  flakyAllowed: number;
}
export function judge(
  report: string,
  tests: readonly TestOutcome[],
  named: NamedTests,
  fileExists?: (path: string) => boolean,
): { notes: string[]; problems: string[] };
