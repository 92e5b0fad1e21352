import { TimeChart } from '../../desk/time-chart.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import type { AdminShown } from './load-admin.ts';
import { reportSentence } from './report-sentence.ts';

export interface ReportChartProps {
  month: NonNullable<AdminShown['month']>;
  report: 'revenue' | 'performance';
}

/** A report's figures in one sentence, by day as lines, and all of them in the table behind. */
export function ReportChart({ month, report }: ReportChartProps) {
  const days = month.days.map(({ day }) => day);
  const sentence = reportSentence(month, report);
  const valuesOf = (figure: 'scans' | 'clicks' | 'bookings' | 'revenue') => month.days.map((day) => day[figure]);
  if (report === 'revenue')
    return (
      <TimeChart
        title={words.revenueSummary}
        sentence={sentence}
        days={days}
        series={[{ label: words.revenue, values: valuesOf('revenue') }]}
        write={words.dollars}
        isArea
      />
    );
  return (
    <TimeChart
      title={words.performance}
      sentence={sentence}
      days={days}
      series={[
        { label: words.scans, values: valuesOf('scans') },
        { label: words.clicks, values: valuesOf('clicks') },
        { label: words.bookings, values: valuesOf('bookings') },
      ]}
    />
  );
}
