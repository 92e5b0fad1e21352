import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import type { ReportChartProps } from './report-chart.tsx';

/** A report's figures in one sentence. */
export function reportSentence(month: ReportChartProps['month'], report: ReportChartProps['report']): string {
  const span = words.span(month.from, month.until);
  return report === 'revenue'
    ? words.revenueText(words.dollars(month.revenue), month.bookings, span)
    : words.performanceText(month.qr_scans, words.percent(month.conversion_rate), span);
}
