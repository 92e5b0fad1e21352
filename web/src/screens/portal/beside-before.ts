import type { Answer } from '../../../../contract/endpoint.ts';
import type { getPerformance } from '../../../../contract/partner-performance.ts';
import { analyticsDesk } from '../../messages/en/analytics-desk.ts';
import { beside } from '../analytics/meant.ts';

type Figures = Pick<Answer<typeof getPerformance>, 'before'> & NonNullable<Answer<typeof getPerformance>['before']>;
type Name = Exclude<keyof NonNullable<Figures['before']>, 'conversion_rate'>;

/** Says how a figure of a partner's stands beside the same of the days before, where there are any. */
export const besideBefore =
  (of: Figures) =>
  (name: Name, write: (value: number) => string = analyticsDesk.number): string | undefined =>
    analyticsDesk.compared(beside(of[name], of.before?.[name] ?? null), write);

/** The same of the rate. */
export const besideRate = (of: Figures): string | undefined =>
  analyticsDesk.comparedRate(beside(of.conversion_rate, of.before?.conversion_rate ?? null));
