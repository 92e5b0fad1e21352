import { TimeChart } from '../../desk/time-chart.tsx';
import { campaignResultsDesk as words } from '../../messages/en/campaign-results-desk.ts';
import type { Results, Sum } from './result-columns.tsx';

/** The figures day by day: what was seen, what came of it, and what that brought and cost, for those who may see money. */
export function ResultsByDay({ of: { days, total } }: { of: Results }) {
  const series = (...figures: ('impressions' | 'opens' | 'clicks' | 'bookings' | 'revenue' | 'cost')[]) =>
    figures.map((figure: keyof Sum) => ({
      label: words.tiles[figure][0]!,
      values: days.map((day) => day[figure] ?? 0),
    }));
  const names = days.map(({ day }) => day);
  const most = days.reduce((best, one) => (one.impressions > best.impressions ? one : best), days[0]!);
  return (
    <>
      <TimeChart
        title={words.shown.title}
        sentence={[words.shown.text(total.impressions), total.impressions > 0 && words.shown.most(most.day)]
          .filter(Boolean)
          .join(' ')}
        days={names}
        series={series('impressions')}
        isArea
      />
      <TimeChart
        title={words.followed.title}
        sentence={words.followed.text(total.opens, total.clicks, total.bookings)}
        days={names}
        series={series('opens', 'clicks', 'bookings')}
      />
      {total.revenue !== null && total.cost !== null && (
        <TimeChart
          title={words.paid.title}
          sentence={words.paid.text(total.revenue, total.cost)}
          days={names}
          series={series('revenue', 'cost')}
          write={words.money}
        />
      )}
    </>
  );
}
