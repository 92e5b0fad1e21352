import { hawaiiDay } from '../../../../contract/hawaii-time.ts';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import type { ReportShown } from './load-report.ts';

/** A report's figures in one sentence. */
export function reportSentence({ report, figures }: ReportShown): string {
  const span = words.span(hawaiiDay(new Date(figures.from)), hawaiiDay(new Date(Date.parse(figures.until) - 1)));
  return report === 'revenue'
    ? words.revenueText(words.dollars(figures.total_revenue.value), figures.bookings.value ?? 0, span)
    : words.performanceText(figures.scans.value ?? 0, words.percent(figures.conversion_rate.value), span);
}
