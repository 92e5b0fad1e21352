import { TimeChart } from '../../desk/time-chart.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import type { AdminShown } from './load-admin.ts';

export interface ReportChartProps {
  month: NonNullable<AdminShown['month']>;
  report: 'revenue' | 'performance';
}

/** A report's figures in one sentence, by day as lines, and all of them in the table behind. */
export function ReportChart({ month, report }: ReportChartProps) {
  const days = month.days.map(({ day }) => day);
  const span = words.span(month.from, month.until);
  const valuesOf = (figure: 'scans' | 'clicks' | 'bookings' | 'revenue') => month.days.map((day) => day[figure]);
  if (report === 'revenue')
    return (
      <TimeChart
        title={words.revenueSummary}
        sentence={words.revenueText(words.dollars(month.revenue), month.bookings, span)}
        days={days}
        series={[{ label: words.revenue, values: valuesOf('revenue') }]}
        write={words.dollars}
        isArea
      />
    );
  return (
    <TimeChart
      title={words.performance}
      sentence={words.performanceText(month.qr_scans, words.percent(month.conversion_rate), span)}
      days={days}
      series={[
        { label: words.scans, values: valuesOf('scans') },
        { label: words.clicks, values: valuesOf('clicks') },
        { label: words.bookings, values: valuesOf('bookings') },
      ]}
    />
  );
}
