import type { BookingStatus } from '../../../contract/bookings.ts';
import type { dateForms, decimalForms, StatementField } from '../../../contract/statement-forms.ts';
import { asLine, calendarDay } from '../../../contract/values.ts';
import { type BookingNews, findClickId, type NewsKeys, readAmount, type ToldAmount } from './booking-news.ts';
import type { PlatformName } from './platform.ts';
import { platforms } from './platforms.ts';

/** How a statement is read: which of its columns are what, by name, and what no column says. */
export interface StatementMap {
  platform: PlatformName;
  columns: Partial<Record<StatementField, string | undefined>>;
  supplier: string | null;
  dates: (typeof dateForms)[number];
  decimals: (typeof decimalForms)[number];
  currency: string | null;
}

/** What a row of a statement tells of a booking, and what its platform pays for it. */
export interface StatementRow {
  told: BookingNews;
  commission: ToldAmount;
}

/** A cell that is not what its column is: nothing of its row can be believed. */
export class CellFault extends Error {
  readonly field: StatementField;
  constructor(field: StatementField, problem: string) {
    super(problem);
    this.field = field;
  }
}

const statuses: Record<BookingStatus, readonly string[]> = {
  pending: ['pending', 'on hold', 'in progress', 'requested'],
  confirmed: ['confirmed', 'booked', 'active', 'paid', 'amended', 'ok'],
  completed: ['completed', 'redeemed', 'travelled', 'traveled', 'fulfilled', 'checked in', 'no show'],
  cancelled: ['cancelled', 'canceled', 'rejected', 'refunded', 'rebooked', 'expired', 'void', 'failed'],
};
const statusOf = new Map(
  Object.entries(statuses).flatMap(([status, words]) => words.map((word) => [word, status as BookingStatus] as const)),
);

/**
 * Reads one row. An amount that cannot be believed stands in it with its doubt, as in other news.
 * @param cell the text of the column that is a field; empty where none is
 * @throws CellFault
 */
export function readStatementRow(
  map: StatementMap,
  cell: (field: StatementField) => string,
  keys: NewsKeys,
): StatementRow {
  const line = (field: StatementField, most: number) => asLine(cell(field), most);
  const platform = platforms[map.platform];
  const written = line('reference', 100);
  const known = written.length <= 64 ? platform.referenceOf(written) : undefined;
  if (!known) throw new CellFault('reference', written ? 'is no reference of this platform' : 'is empty');
  const status = statusOf.get(
    line('status', 40)
      .toLowerCase()
      .replace(/[^a-z]+/g, ' ')
      .trim(),
  );
  if (!status) throw new CellFault('status', 'is no state of a booking that is known');
  const currency = line('currency', 8).toUpperCase() || map.currency || '';
  const item = line('item', 200);
  const isNumber = /^[\w-]{1,40}$/.test(item) && /\d/.test(item);
  return {
    told: {
      platform: map.platform,
      supplier: supplierOf(map, line('supplier', 100)),
      reference: known.reference,
      referenceKeys: known.keys,
      status,
      amount: amountOf('amount', cell('amount'), currency, map),
      travelDay: dayOf(line('travel_date', 40), map),
      travelTime: undefined,
      guests: undefined,
      itemId: isNumber ? item : undefined,
      itemName: isNumber || !item ? undefined : item,
      contactHashes: [],
      clickId: findClickId([cell('click_id').trim()], keys),
      affiliate: undefined,
      bookedAt: undefined,
      rebookedFrom: undefined,
      rebookedTo: undefined,
      version: undefined,
    },
    commission: amountOf('commission', cell('commission'), currency, map),
  };
}

function supplierOf({ supplier, columns, platform }: StatementMap, written: string): string {
  const named = (written || (supplier ?? platforms[platform].statementDefaults.supplier))?.toLowerCase();
  if (named === undefined)
    throw new CellFault(columns.supplier ? 'supplier' : 'reference', 'whose it is stands nowhere');
  return named.replace(/^www\./, '');
}

/** `2026-12-24`, with or without a time, or as the map has it. Nothing where nothing stands. */
function dayOf(written: string, { dates }: StatementMap): string | undefined {
  if (!written) return undefined;
  const [, one, other, year] = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})(?:[ T,].*)?$/.exec(written) ?? [];
  const [month, day] = dates === 'month_first' ? [one, other] : [other, one];
  const iso = year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : written.slice(0, 10);
  const isRest = year !== undefined || /^(?:[ T].*)?$/.test(written.slice(10));
  const { data } = calendarDay.safeParse(isRest ? iso : undefined);
  if (!data) throw new CellFault('travel_date', 'is no day');
  return data;
}

const signs: Record<string, string> = { $: 'USD', US$: 'USD', '€': 'EUR', '£': 'GBP', '¥': 'JPY' };

/** An amount as people write it: with a sign, thousands apart, below zero by a stroke or in brackets. */
function amountOf(field: 'amount' | 'commission', cell: string, named: string, { decimals }: StatementMap): ToldAmount {
  const written = asLine(cell, 60).replace(/[\s\u00a0\u202f]/g, '');
  if (!written) return {};
  const bracketed = /^\((.*)\)$/.exec(written)?.[1];
  const [, minus, sign = '', minusAfter, digits = ''] =
    /^([-\u2212]?)(US\$|[$€£¥])?([-\u2212]?)([\d.,']+)$/.exec(bracketed ?? written) ?? [];
  const [point, apart] = decimals === 'point' ? ['.', ','] : [',', '.'];
  const [whole = '', part = '', ...more] = digits.split(point!);
  const isGrouped = new RegExp(`^\\d{1,3}(?:[${apart}']\\d{3})+$`).test(whole);
  if (more.length > 0 || !/^\d*$/.test(part) || !(isGrouped || /^\d+$/.test(whole)))
    throw new CellFault(field, 'is no amount');
  // Dollars are of several countries; any other sign contradicts what its column says.
  const isOther = named && sign && sign !== '$' && signs[sign] !== named;
  const currency = isOther ? undefined : named || signs[sign];
  const isNegative = Boolean(minus || minusAfter) || bracketed !== undefined;
  // `1.250` is thousands in half of the world; of `1.255` less than a cent is left, which nobody believes either.
  if (/^\d\d0$/.test(part) && digitsOf(currency) === 2) return readAmount(written, currency);
  const cents = inSmallest(whole.replace(/\D/g, ''), part, digitsOf(currency));
  return readAmount(isNegative && /[1-9]/.test(cents) ? `-${cents}` : cents, currency);
}

/** In the smallest unit: what is less than one stays behind a point. */
function inSmallest(whole: string, part: string, places: number): string {
  const cents = `${whole}${part.slice(0, places).padEnd(places, '0')}`.replace(/^0+(?=\d)/, '');
  const rest = part.slice(places).replace(/0+$/, '');
  return rest ? `${cents}.${rest}` : cents;
}

function digitsOf(currency: string | undefined): number {
  try {
    const style = { style: 'currency', currency: currency ?? 'USD' } as const;
    return new Intl.NumberFormat('en', style).resolvedOptions().maximumFractionDigits ?? 2;
  } catch {
    return 2;
  }
}
