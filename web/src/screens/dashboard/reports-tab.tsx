import { type ComponentType, useEffect } from 'react';
import { useSearchParams } from 'react-router';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import type { AdminShown } from './load-admin.ts';
import type { ReportChartProps } from './report-chart.tsx';

let loaded: ComponentType<ReportChartProps> | null = null;
// Nobody else's home carries what draws.
const loadChart = () =>
  import('./report-chart.tsx').then(({ ReportChart }) => {
    loaded = ReportChart;
    return loaded;
  });

const reports = ['revenue', 'performance'] as const;

/** The last 30 days by day: what they brought, or how many scanned and booked. */
export function ReportsTab({ month = null }: { month: AdminShown['month'] | undefined }) {
  const asked = useSearchParams()[0].get('report');
  const report = reports.find((one) => one === asked) ?? 'revenue';
  const [fetched, fetchIt] = useOnDemand(loadChart);
  useEffect(() => void fetchIt().catch(console.warn), [fetchIt]);
  const ReportChart = loaded ?? fetched;
  const isEmpty = month && month.qr_scans + month.clicks + month.bookings === 0;
  return (
    <section className={page.section} aria-labelledby="reports">
      <h2 id="reports">{words.tabs.reports}</h2>
      <FilterLinks
        label={words.reportsLabel}
        options={reports.map((one) => ({
          to: one === 'revenue' ? '/dashboard?tab=reports' : `/dashboard?tab=reports&report=${one}`,
          label: one === 'revenue' ? words.revenueSummary : words.performance,
          current: one === report,
        }))}
      />
      {!month && <Notice tone="warn">{words.failed}</Notice>}
      {isEmpty && <EmptyState title={words.reportNone}>{words.intelligenceNoneText}</EmptyState>}
      {month && !isEmpty && !ReportChart && <Spinner />}
      {month && !isEmpty && ReportChart && <ReportChart month={month} report={report} />}
    </section>
  );
}
