import { type ComponentType, useEffect, useState } from 'react';
import { dayRanges, usualRange } from '../../../../contract/time-ranges.ts';
import { FollowedWork } from '../../desk/followed-work.tsx';
import { useTableAddress } from '../../desk/table-address.ts';
import { useChange } from '../../desk/use-change.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { analytics } from '../../messages/en/analytics.ts';
import { Button } from '../../ui/button.tsx';
import { EmptyState } from '../../ui/empty-state.tsx';
import { FilterLinks } from '../../ui/filter-links.tsx';
import list from '../../ui/list.module.css';
import { Notice } from '../../ui/notice.tsx';
import page from '../../ui/page.module.css';
import { Spinner } from '../../ui/spinner.tsx';
import { useOnDemand } from '../../use-on-demand.ts';
import styles from './dashboard.module.css';
import { type AskedReport, ExportReport } from './export-report.tsx';
import type { AdminShown } from './load-admin.ts';
import { type ReportShown, reports } from './load-report.ts';
import { MailReport } from './mail-report.tsx';
import type { ReportChartProps } from './report-chart.tsx';
import { ReportFigures } from './report-figures.tsx';
import { reportSentence } from './report-sentence.ts';
import { ReportSubscription } from './report-subscription.tsx';

let loaded: ComponentType<ReportChartProps> | null = null;
// Nobody else's home carries what draws.
const loadChart = () =>
  import('./report-chart.tsx').then(({ ReportChart }) => {
    loaded = ReportChart;
    return loaded;
  });

/** Reports of days up to today: what they brought, or how many scanned and booked, on screen and as a file. */
export function ReportsTab({ shown: { report: shown, subscriptions, work } }: { shown: AdminShown }) {
  const address = useTableAddress();
  const change = useChange<never>();
  return (
    <section className={page.section} aria-labelledby="reports">
      <h2 id="reports">{words.tabs.reports}</h2>
      {!shown && <Notice tone="warn">{words.failed}</Notice>}
      <FilterLinks
        label={words.reportsLabel}
        options={reports.map((one) => ({
          to: address.to({ report: one === 'revenue' ? null : one }),
          label: one === 'revenue' ? words.revenueSummary : words.performance,
          current: one === (shown?.report ?? address.get('report') ?? 'revenue'),
        }))}
      />
      <FilterLinks
        label={analytics.rangesLabel}
        options={dayRanges.map((range) => ({
          to: address.to({ time_range: range === usualRange ? null : range }),
          label: analytics.ranges[range],
          current: range === (shown?.range ?? address.get('time_range') ?? usualRange),
        }))}
      />
      {shown && <Report shown={shown} />}
      {work && <FollowedWork key={work.id} work={work} onOver={() => {}} />}
      {change.notice}
      {shown && subscriptions && (
        <ReportSubscription
          key={shown.report}
          report={shown.report}
          subscriptions={subscriptions}
          onSaved={change.tell}
        />
      )}
    </section>
  );
}

function Report({ shown }: ReportChartProps) {
  const [fetched, fetchIt] = useOnDemand(loadChart);
  const [hasFailed, setFailed] = useState(false);
  const fetch = () => {
    setFailed(false);
    fetchIt().catch(() => setFailed(true));
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once, as it is opened
  useEffect(fetch, []);
  const ReportChart = loaded ?? fetched;
  const asked: AskedReport = { type: shown.report, filters: { time_range: shown.range }, instant: true };
  return (
    <>
      <ReportFigures shown={shown} />
      {isEmpty(shown) && <EmptyState title={words.reportNone}>{words.intelligenceNoneText}</EmptyState>}
      {!isEmpty(shown) && !ReportChart && (hasFailed ? <WithoutChart shown={shown} onAgain={fetch} /> : <Spinner />)}
      {!isEmpty(shown) && ReportChart && <ReportChart shown={shown} />}
      <div className={styles.bar} key={`${shown.report} ${shown.range}`}>
        <ExportReport asked={asked}>{words.downloadReport}</ExportReport>
        <MailReport asked={asked} />
      </div>
      <p className={list.note}>{words.inFile[shown.report]}</p>
    </>
  );
}

const isEmpty = ({ report, figures }: ReportShown) =>
  (report === 'revenue'
    ? [figures.conversion_metrics.scans, figures.bookings.value]
    : [figures.scans.value, figures.openings.value, figures.clicks.value, figures.bookings.value]
  ).every((count) => count === 0);

/** The sum of it all the same, where what draws it does not come. */
function WithoutChart({ shown, onAgain }: ReportChartProps & { onAgain: () => void }) {
  const again = (
    <Button look="plain" onClick={onAgain}>
      {words.chartAgain}
    </Button>
  );
  return (
    <>
      <p>{reportSentence(shown)}</p>
      <Notice tone="bad" actions={again}>
        {words.chartMissing}
      </Notice>
    </>
  );
}
