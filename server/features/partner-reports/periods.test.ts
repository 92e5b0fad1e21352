import { expect, test } from 'vitest';
import { lastPeriod } from './periods.ts';

test.each([
  ['weekly', '2026-11-22', '2026-11-09', '2026-11-16'],
  ['weekly', '2026-11-23', '2026-11-16', '2026-11-23'],
  ['weekly', '2026-11-29', '2026-11-16', '2026-11-23'],
  ['weekly', '2027-01-04', '2026-12-28', '2027-01-04'],
  ['monthly', '2026-11-30', '2026-10-01', '2026-11-01'],
  ['monthly', '2026-12-01', '2026-11-01', '2026-12-01'],
  ['monthly', '2027-01-01', '2026-12-01', '2027-01-01'],
  ['monthly', '2028-03-01', '2028-02-01', '2028-03-01'],
  ['quarterly', '2026-12-31', '2026-07-01', '2026-10-01'],
  ['quarterly', '2027-01-01', '2026-10-01', '2027-01-01'],
  ['quarterly', '2027-02-15', '2026-10-01', '2027-01-01'],
  ['quarterly', '2027-04-01', '2027-01-01', '2027-04-01'],
] as const)('%s on %s is of the days from %s to before %s', (frequency, today, from, until) => {
  expect(lastPeriod(frequency, today)).toEqual({ frequency, from, until });
});
