import { useMemo } from 'react';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { MeantFigures } from '../../desk/meant-figures.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Performance } from './load-desk.ts';
import { beside, counted, meaningOf, plain, rated, timed } from './meant.ts';
import { pointOf } from './point-of.ts';

type Row = Performance['endpoints'][number] & { id: string };
const columns: readonly Column<Row>[] = [
  {
    ...{ key: 'endpoint', label: words.endpoint, isTitle: true, isFixed: true, isEndless: true },
    cell: ({ endpoint }) => endpoint,
  },
  {
    key: 'requests',
    label: words.columns.requests,
    cell: ({ requests }) => words.number(requests),
    numeric: true,
    meaning: meaningOf('requests'),
  },
  {
    key: 'errors',
    label: words.columns.errors,
    cell: ({ errors }) => words.number(errors),
    numeric: true,
    meaning: meaningOf('errors'),
  },
  {
    key: 'p50',
    label: words.columns.p50,
    cell: ({ p50_ms }) => words.milliseconds(p50_ms),
    numeric: true,
    meaning: meaningOf('p50'),
  },
  {
    key: 'p95',
    label: words.columns.p95,
    cell: ({ p95_ms }) => words.milliseconds(p95_ms),
    numeric: true,
    meaning: meaningOf('p95'),
  },
];

const hourMs = 3_600_000;

/** How many requests servers answered, how quickly, and with how many faults. */
export function PerformanceSection({ of }: { of: Performance }) {
  const { endpoints, points } = of;
  const table = useMemo(() => {
    const rows = endpoints.map((row) => ({ ...row, id: row.endpoint }));
    return { rows, total: rows.length, next: null };
  }, [endpoints]);
  // The time before, where all of it was measured.
  const [from, until] = [Date.parse(of.from), Date.parse(of.until)];
  const isWhole = of.measured_since !== null && Date.parse(of.measured_since) <= 2 * from - until;
  const besideThen = (figure: keyof Performance['before']) => beside(of[figure], isWhole ? of.before[figure] : null);
  const days = points.map(({ at }) => pointOf(of.time_range, at));
  // Before anything was measured there were not no requests.
  const lengthMs = of.time_range === '24h' ? hourMs : 24 * hourMs;
  const isMeasured = (at: string) =>
    of.measured_since !== null && Date.parse(at) + lengthMs > Date.parse(of.measured_since);
  const told = (figure: 'requests' | 'errors') =>
    points.map(({ at, [figure]: value }) => (isMeasured(at) ? value : words.decimal(null)));
  return (
    <>
      <section className={page.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <MeantFigures
          figures={[
            counted('requests', besideThen('requests')),
            counted('errors', besideThen('errors')),
            counted('unavailable', besideThen('unavailable')),
            rated('errorRate', besideThen('error_rate')),
            timed('p50', besideThen('p50_ms')),
            timed('p95', besideThen('p95_ms')),
            timed('p99', besideThen('p99_ms')),
            plain('uptime', words.rate(of.uptime)),
          ]}
        />
        {of.measured_since !== null && Date.parse(of.measured_since) > from && (
          <p className={list.note}>{words.measuredSince(of.measured_since)}</p>
        )}
        {isWhole && of.time_range !== '24h' && <p className={list.note}>{words.todayNote(of.time_range)}</p>}
      </section>
      {of.requests === 0 ? (
        <EmptyState title={words.notMeasured}>{words.notMeasuredText}</EmptyState>
      ) : (
        <>
          <TimeChart
            title={words.byTime}
            sentence={words.requestsText(of.requests, of.errors)}
            days={days}
            pointLabel={of.time_range === '24h' ? words.hour : words.day}
            series={[
              {
                label: words.columns.requests,
                meaning: meaningOf('requests'),
                values: told('requests'),
              },
              { label: words.columns.errors, meaning: meaningOf('errors'), values: told('errors') },
            ]}
          />
          <TimeChart
            title={words.speed}
            sentence={words.performanceSentence(of.requests, of.p95_ms, of.time_range)}
            days={days}
            pointLabel={of.time_range === '24h' ? words.hour : words.day}
            series={[
              {
                label: words.columns.p95,
                meaning: meaningOf('p95'),
                values: points.map(({ p95_ms }) => p95_ms ?? words.decimal(null)),
              },
            ]}
            write={words.milliseconds}
          />
          <div className={page.section}>
            <h2>{words.endpoints}</h2>
            <DataTable
              name="endpoints"
              caption={words.endpoints}
              columns={columns}
              list={table}
              titleOf={({ endpoint }) => endpoint}
              empty={<EmptyState title={words.notMeasured}>{words.notMeasuredText}</EmptyState>}
            />
            <p className={list.note}>{words.endpointsText}</p>
          </div>
        </>
      )}
    </>
  );
}
