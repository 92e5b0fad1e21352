import { fewestTold, type Told } from '../../../contract/portal-states.ts';
import { type CsvValue, csvHeader, csvLine } from '../../platform/csv.ts';
import type { PartnerTotals } from './performance.ts';

const columns = [
  ...['row', 'day', 'place', 'code', 'called', 'scans', 'openings', 'clicks', 'bookings', 'revenue_usd'],
  'commission_usd',
] as const;

/** What a breakdown does not tell stands there as on the screen. */
const told = (figure: Told): CsvValue =>
  figure === 'few' ? `fewer than ${fewestTold}` : figure === 'withheld' ? 'not told' : figure;

/**
 * A partner's figures as CSV: their total, then by place, by code and by day, as on the screen. Money is in dollars, a number that a
 * spreadsheet adds up; there is none for those who may not see it.
 * @param isBrokenDown whether places and codes may be told of these days
 */
export function writeReport(of: PartnerTotals, isBrokenDown: boolean): string {
  const places = isBrokenDown ? of.top_performing_locations : [];
  const codes = isBrokenDown ? of.codes : [];
  const line = (row: Partial<Record<(typeof columns)[number], CsvValue>>) =>
    csvLine(columns.map((column) => row[column] ?? null));
  const figures = ({ scans, clicks, bookings, ...money }: PartnerTotals['codes'][number] | Place) => ({
    ...{ scans: told(scans), clicks: told(clicks), bookings: told(bookings) },
    ...{ revenue_usd: money.revenue, commission_usd: money.commission },
  });
  return [
    csvHeader(columns),
    line({
      row: 'total',
      ...{ scans: of.total_scans, openings: of.openings, clicks: of.clicks, bookings: of.total_bookings },
      ...{ revenue_usd: of.total_revenue, commission_usd: of.commission_earned },
    }),
    ...places.map((place) =>
      line({ row: 'place', place: place.location_name, openings: told(place.openings), ...figures(place) }),
    ),
    ...codes.map((code) =>
      line({ row: 'code', place: code.location_name, code: code.qr_code_id, called: code.label, ...figures(code) }),
    ),
    ...of.days.map((day) => line({ row: 'day', ...day })),
  ].join('');
}

type Place = PartnerTotals['top_performing_locations'][number];
