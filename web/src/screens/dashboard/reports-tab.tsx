import { type ComponentType, useEffect, useState } from 'react';
import { useSearchParams } from 'react-router';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import type { AdminShown } from './load-admin.ts';
import type { ReportChartProps } from './report-chart.tsx';
import { reportSentence } from './report-sentence.ts';

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
  const [hasFailed, setFailed] = useState(false);
  const fetch = () => {
    setFailed(false);
    fetchIt().catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it is opened
  useEffect(fetch, []);
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
      {month &&
        !isEmpty &&
        !ReportChart &&
        (hasFailed ? <WithoutChart month={month} report={report} onAgain={fetch} /> : <Spinner />)}
      {month && !isEmpty && ReportChart && <ReportChart month={month} report={report} />}
    </section>
  );
}

/** The sum of it all the same, where what draws it does not come. */
function WithoutChart({ month, report, onAgain }: ReportChartProps & { onAgain: () => void }) {
  const again = (
    <Button look="plain" onClick={onAgain}>
      {words.chartAgain}
    </Button>
  );
  return (
    <>
      <p>{reportSentence(month, report)}</p>
      <Notice tone="bad" actions={again}>
        {words.chartMissing}
      </Notice>
    </>
  );
}
