export const minutesOf: Record<
  | 'tests'
  | 'statements'
  | 'browser tests of travelers'
  | 'browser tests of desks'
  | 'the rest of the tests'
  | 'tests on the PostgreSQL of the system',
  number
>;
export class Schedule {
  constructor(within: number | undefined, elapsed?: () => number);
  ended(part: keyof typeof minutesOf): void;
  hasTimeFor(part: keyof typeof minutesOf): boolean;
}
