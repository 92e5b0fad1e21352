import type { getAnalyticsOverview, getRevenueAnalytics } from '../../../../contract/analytics-figures.ts';
import type { Answer } from '../../../../contract/endpoint.ts';
import { type DayRange, dayRanges, usualRange } from '../../../../contract/time-ranges.ts';
import type { Api } from '../../api.ts';

/** The reports of the tab, the first being where one arrives. */
export const reports = ['revenue', 'performance'] as const;

/** An open report: its figures are those of the analytics of the same range. */
export type ReportShown = { range: DayRange } & (
  | { report: 'revenue'; figures: Answer<typeof getRevenueAnalytics> }
  | { report: 'performance'; figures: Answer<typeof getAnalyticsOverview> }
);

/** Reads the report that an address asks for with `report` and `time_range`; what we do not have means the usual one. */
export async function loadReport(api: Api, address: URLSearchParams): Promise<ReportShown> {
  const report = reports.find((one) => one === address.get('report')) ?? 'revenue';
  const range = dayRanges.find((one) => one === address.get('time_range')) ?? usualRange;
  const asked = { query: { time_range: range } };
  return report === 'revenue'
    ? { range, report, figures: await api('GET /api/analytics/revenue', asked) }
    : { range, report, figures: await api('GET /api/analytics/overview', asked) };
}
