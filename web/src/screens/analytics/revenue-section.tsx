import { useMemo } from 'react';
import { Link } from 'react-router';
import type { TimeRange } from '../../../../contract/time-ranges.ts';
import open from '../../desk/data-table.module.css';
import { type Column, DataTable } from '../../desk/data-table.tsx';
import { type MeantFigure, MeantFigures } from '../../desk/meant-figures.tsx';
import { RankedChart } from '../../desk/ranked-chart.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { usePageOf } from '../../desk/use-page-of.ts';
import { useSession } from '../../features/session/use-session.ts';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { calendarDay } from '../../messages/format.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import notes from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import { revenueByDay, revenueByPlatform } from './daily-revenue.ts';
import type { Revenue } from './load-desk.ts';
import { beside, counted, meaningOf, paid, rated } from './meant.ts';
import { rowsAt, useRowsLink } from './use-rows-link.ts';

type Row = Revenue['daily_revenue'][number] & { id: string };
const day: Column<Row> = {
  ...{ key: 'day', label: words.day, isTitle: true, isFixed: true },
  cell: ({ date }) => calendarDay(date),
};
const columns: readonly Column<Row>[] = [
  day,
  {
    ...{ key: 'platform', label: words.platform, isBrief: true },
    cell: ({ booking_platform }) => words.platforms[booking_platform],
  },
  {
    ...{ key: 'bookings', label: words.columns.bookings, numeric: true, meaning: meaningOf('bookings') },
    cell: ({ booking_count }) => words.number(booking_count),
  },
  {
    key: 'revenue',
    label: words.columns.revenue,
    cell: ({ revenue }) => words.money(revenue),
    numeric: true,
    meaning: meaningOf('revenue'),
  },
];

/** For administrators, whose days lead to the bookings of that day and platform. */
const columnsTo = (range: TimeRange): readonly Column<Row>[] => [
  {
    ...day,
    cell: ({ date, booking_platform: platform }) => (
      <Link className={open.open} to={rowsAt(range, 'bookings', { day: date, platform })} data-row>
        {calendarDay(date)}
      </Link>
    ),
  },
  ...columns.slice(1),
];

/** What bookings of a range brought on average, and what was earned by them, each beside that of the time before. */
export const earned = (
  { average_booking, commission, margin, before }: Omit<Revenue, 'time_range'>,
  rows: MeantFigure['rows'],
) => [
  paid('average', beside(average_booking, before.average_booking), rows),
  paid(margin === null ? 'commission' : 'platformCommission', beside(commission, before.commission), rows),
  ...(margin === null ? [] : [paid('margin', beside(margin, before.margin), rows)]),
];

/** What bookings of a range brought: in all, by day and by platform, and what was earned by them. */
export function RevenueSection({ of }: { of: Revenue }) {
  const rows = useRowsLink(of.time_range);
  const { scans, conversion_rate } = of.conversion_metrics;
  const { daily_revenue, before } = of;
  const days = useMemo(() => revenueByDay(of), [of]);
  const table = useMemo(
    () => daily_revenue.map((row) => ({ ...row, id: `${row.date} ${row.booking_platform}` })).toReversed(),
    [daily_revenue],
  );
  const list = usePageOf(table);
  const isAdmin = useSession().role === 'admin';
  const shownColumns = useMemo(() => (isAdmin ? columnsTo(of.time_range) : columns), [isAdmin, of.time_range]);
  return (
    <>
      <section className={page.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <MeantFigures
          figures={[
            paid('revenue', of.total_revenue, rows('bookings')),
            counted('bookings', of.bookings, rows('bookings')),
            ...earned(of, rows('bookings')),
            counted('scans', beside(scans, before.scans), rows('scans')),
            rated('conversion', beside(conversion_rate, before.conversion_rate), rows('bookings')),
          ]}
        />
        <p className={notes.note}>{words.comparedNote(of.time_range, 'bookings')}</p>
      </section>
      {daily_revenue.length === 0 ? (
        <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>
      ) : (
        <>
          <TimeChart
            title={words.revenueByDay}
            sentence={words.revenueByDayText(of.total_revenue.value ?? 0)}
            days={days.map(([day]) => day)}
            series={[
              {
                label: words.columns.revenue,
                meaning: meaningOf('revenue'),
                values: days.map(([, revenue]) => revenue),
              },
            ]}
            write={words.money}
            isArea
          />
          <RankedChart
            title={words.byPlatform}
            sentence={words.revenueByDayText(of.total_revenue.value ?? 0)}
            rowLabel={words.platform}
            valueLabel={words.columns.revenue}
            meaning={meaningOf('revenue')}
            write={words.money}
            rows={revenueByPlatform(of).map(([platform, value]) => ({ label: words.platforms[platform], value }))}
          />
          <h2>{words.dailyRevenue}</h2>
          <DataTable
            name="daily-revenue"
            caption={words.dailyRevenue}
            columns={shownColumns}
            list={list}
            titleOf={({ date }) => date}
            empty={<EmptyState title={words.nothing}>{words.nothingText}</EmptyState>}
          />
        </>
      )}
    </>
  );
}
