import { type CsvValue, csvLine } from '../server/platform/csv.ts';
import type { Sale } from './books.ts';
import { dollars } from './news.ts';
import type { PlatformName } from './platforms.ts';
import { isTold } from './sales.ts';

/** What a booking came to, in cents: nothing where it is cancelled. */
export const owed = (sale: Sale) => (sale.status === 'booked' ? sale.cents : 0);

/** What its referrer earns of a booking, in cents. */
export const commissionOf = (sale: Sale): number => Math.round(owed(sale) * sale.rate);

type Column = readonly [name: string, value: (sale: Sale) => CsvValue];
const amount: Column[1] = (sale) => dollars(owed(sale));
const commission: Column[1] = (sale) => dollars(commissionOf(sale));
const click: Column[1] = (sale) => sale.click ?? '';
const reference: Column[1] = (sale) => sale.reference;
const day: Column[1] = (sale) => sale.day;
const item: Column[1] = (sale) => sale.item;
const inWords = (booked: string, cancelled: string, rebooked = cancelled): Column[1] => {
  const words = { booked, cancelled, rebooked };
  return (sale) => words[sale.status];
};

/** The columns of each platform's statement. */
const columns: Record<PlatformName, readonly Column[]> = {
  fareharbor: [
    ['Booking ID', reference],
    ['Company', (sale) => sale.supplier],
    ['Online Booking Reference', click],
    ['Status', inWords('Booked', 'Cancelled', 'Rebooked')],
    ['Activity Date', day],
    ['Item', (sale) => sale.title],
    ['Total', amount],
    ['Commission', commission],
  ],
  viator: [
    ['Booking Reference', reference],
    ['Campaign', click],
    ['Booking Status', inWords('CONFIRMED', 'CANCELED')],
    ['Travel Date', day],
    ['Product Code', item],
    ['Gross Sales', amount],
    ['Currency', () => 'USD'],
    ['Commission', commission],
  ],
  getyourguide: [
    ['Booking Reference', reference],
    ['Campaign', click],
    ['Status', inWords('Active', 'Canceled')],
    ['Activity Date', day],
    ['Activity ID', item],
    ['Booking Value', amount],
    ['Currency', () => 'USD'],
    ['Commission', commission],
  ],
  operator: [
    ['Site', (sale) => sale.supplier],
    ['Ref', reference],
    ['Code', click],
    ['State', inWords('ok', 'cancelled')],
    ['Date', day],
    ['What', (sale) => sale.title],
    ['Paid', amount],
    ['Yours', commission],
  ],
};

/** Months of travel that there is a statement of, newest first, as `2026-11`. */
export const monthsOf = (sales: readonly Sale[]): string[] =>
  [...new Set(sales.map((sale) => sale.day.slice(0, 7)))].sort().reverse();

/** A month's statement as CSV: every booking that was to be travelled in it and that a link of the guide's led to. */
export const statementOf = (platform: PlatformName, sales: readonly Sale[], month: string): string =>
  [
    csvLine(columns[platform].map(([name]) => name)),
    ...sales
      .filter((sale) => sale.platform === platform && sale.day.startsWith(month) && isTold(sale))
      .map((sale) => csvLine(columns[platform].map(([, value]) => value(sale)))),
  ].join('');
