import { MeantFigures } from '../../desk/meant-figures.tsx';
import { analyticsDesk as words } from '../../messages/en/analytics-desk.ts';
import list from '../../ui/list.module.css';
import { counted, paid, rated } from '../analytics/meant.ts';
import { earned } from '../analytics/revenue-section.tsx';
import { useRowsLink } from '../analytics/use-rows-link.ts';
import type { ReportShown } from './load-report.ts';

/** The main figures of a report, each with what it is. */
export function ReportFigures({ shown: { range, report, figures } }: { shown: ReportShown }) {
  const rows = useRowsLink(range);
  return (
    <>
      <MeantFigures
        figures={
          report === 'revenue'
            ? [
                paid('revenue', figures.total_revenue, rows('bookings')),
                counted('bookings', figures.bookings, rows('bookings')),
                ...earned(figures, rows('bookings')),
              ]
            : [
                counted('scans', figures.scans, rows('scans')),
                counted('openings', figures.openings, rows('openings')),
                counted('clicks', figures.clicks, rows('clicks')),
                counted('bookings', figures.bookings, rows('bookings')),
                rated('conversion', figures.conversion_rate, rows('bookings')),
              ]
        }
      />
      <p className={list.note}>{words.comparedNote(range, report === 'revenue' ? 'bookings' : 'both')}</p>
    </>
  );
}
