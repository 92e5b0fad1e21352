import { MeantFigures } from '../../desk/meant-figures.tsx';
import { TimeChart } from '../../desk/time-chart.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import list from '../../ui/list.module.css';
import page from '../../ui/page.module.css';
import type { Overview } from './load-desk.ts';
import { counted, meaningOf, paid, plain, rated } from './meant.ts';
import { pointOf } from './point-of.ts';
import { useRowsLink } from './use-rows-link.ts';

/** How many scanned, opened, followed and booked, beside the time before, and by hour or day. */
export function OverviewSection({ of }: { of: Overview }) {
  const rows = useRowsLink(of.time_range);
  const { meanings } = words;
  const valuesOf = (figure: 'scans' | 'clicks' | 'bookings') => of.points.map((point) => point[figure]);
  const isEmpty = [of.scans, of.openings, of.clicks, of.bookings].every(({ value }) => value === 0);
  return (
    <>
      <section className={page.section} aria-labelledby="figures">
        <h2 id="figures">{words.figures}</h2>
        <MeantFigures
          figures={[
            counted('scans', of.scans, rows('scans')),
            counted('openings', of.openings, rows('openings')),
            counted('clicks', of.clicks, rows('clicks')),
            counted('bookings', of.bookings, rows('bookings')),
            plain('estimated', words.number(of.estimated_bookings), rows('pending')),
            ...(of.revenue.value === null ? [] : [paid('revenue', of.revenue, rows('bookings'))]),
            rated('conversion', of.conversion_rate, rows('bookings')),
          ]}
        />
        <p className={list.note}>{words.comparedNote(of.time_range, 'both')}</p>
      </section>
      {isEmpty && <EmptyState title={words.nothing}>{words.nothingText}</EmptyState>}
      {!isEmpty && of.points.length === 0 && <EmptyState title={words.timeByDays}>{words.timeByDaysText}</EmptyState>}
      {!isEmpty && of.points.length > 0 && (
        <TimeChart
          title={words.byTime}
          sentence={words.byTimeText(of.scans.value ?? 0, of.clicks.value ?? 0, of.bookings.value ?? 0)}
          days={of.points.map(({ at }) => pointOf(of.time_range, at))}
          pointLabel={of.time_range === '24h' ? words.hour : words.day}
          series={[
            { label: meanings.scans[0]!, meaning: meaningOf('scans'), values: valuesOf('scans') },
            { label: meanings.clicks[0]!, meaning: meaningOf('clicks'), values: valuesOf('clicks') },
            { label: meanings.bookings[0]!, meaning: meaningOf('bookings'), values: valuesOf('bookings') },
          ]}
        />
      )}
    </>
  );
}
