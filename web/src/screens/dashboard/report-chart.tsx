import { RankedChart } from '../../desk/ranked-chart.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { adminDesk as words } from '../../messages/en/admin-desk.ts';
import { analyticsDesk as figures } from '../../messages/en/analytics-desk.ts';
import { revenueByDay, revenueByPlatform } from '../analytics/daily-revenue.ts';
import { meaningOf } from '../analytics/meant.ts';
import type { ReportShown } from './load-report.ts';
import { reportSentence } from './report-sentence.ts';

export interface ReportChartProps {
  shown: ReportShown;
}

/** A report's figures in one sentence, by day as lines, and all of them in the table behind. */
export function ReportChart({ shown }: ReportChartProps) {
  const sentence = reportSentence(shown);
  if (shown.report === 'revenue') {
    const days = revenueByDay(shown.figures);
    return (
      <>
        <TimeChart
          title={words.revenueSummary}
          sentence={sentence}
          days={days.map(([day]) => day)}
          series={[{ label: words.revenue, meaning: meaningOf('revenue'), values: days.map(([, revenue]) => revenue) }]}
          write={words.dollars}
          isArea
        />
        <RankedChart
          title={figures.byPlatform}
          sentence={sentence}
          rowLabel={figures.platform}
          valueLabel={words.revenue}
          meaning={meaningOf('revenue')}
          write={words.dollars}
          rows={revenueByPlatform(shown.figures).map(([platform, value]) => ({
            label: figures.platforms[platform],
            value,
          }))}
        />
      </>
    );
  }
  const { points } = shown.figures;
  const series = (['scans', 'openings', 'clicks', 'bookings'] as const).map((figure) => ({
    label: figures.meanings[figure][0]!,
    meaning: meaningOf(figure),
    values: points.map((day) => day[figure]),
  }));
  return <TimeChart title={words.performance} sentence={sentence} days={points.map(({ at }) => at)} series={series} />;
}
