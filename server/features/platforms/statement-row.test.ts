import { createSecretKey } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import type { StatementField } from '../../../contract/statement-forms.ts';
import { newClickId } from '../links/click-id.ts';
import { CellFault, readStatementRow, type StatementMap } from './statement-row.ts';

const key = createSecretKey(Buffer.alloc(32, 1));
const keys = { clicks: [key], contacts: [], affiliates: [] };
const map: StatementMap = {
  ...{ platform: 'operator', columns: {}, supplier: 'Lanai-Boats.example' },
  ...{ dates: 'month_first', decimals: 'point', currency: 'USD' },
};
type Cells = Partial<Record<StatementField, string>>;

/** What is read of a row with these cells; or why nothing is. */
function read(cells: Cells, how: Partial<StatementMap> = {}) {
  const given: Cells = { reference: 'LB-1', status: 'Confirmed', ...cells };
  try {
    return readStatementRow({ ...map, ...how }, (field) => given[field] ?? '', keys);
  } catch (error) {
    if (error instanceof CellFault) return `${error.field}: ${error.message}`;
    throw error;
  }
}
const told = (cells: Cells, how?: Partial<StatementMap>) => {
  const row = read(cells, how);
  return typeof row === 'string' ? row : row.told;
};

test('nothing is read of a row but what stands in it', () => {
  const nothing = { travelDay: undefined, travelTime: undefined, guests: undefined, itemId: undefined };
  const neither = { clickId: undefined, affiliate: undefined, bookedAt: undefined, version: undefined };
  expect(read({})).toEqual({
    told: {
      ...{ platform: 'operator', supplier: 'lanai-boats.example', reference: 'LB-1', referenceKeys: ['LB1'] },
      ...{ status: 'confirmed', amount: {}, contactHashes: [], itemName: undefined, ...nothing, ...neither },
      ...{ rebookedFrom: undefined, rebookedTo: undefined },
    },
    commission: {},
  });
});

test('three digits behind the point may be thousands: nobody believes either', () => {
  for (const amount of ['1.250', '$100.000'])
    expect(told({ amount })).toMatchObject({ amount: { doubt: 'amount', told: amount } });
  expect(told({ amount: '1,250' })).toMatchObject({ amount: { cents: 125_000 } });
  expect(told({ amount: '1.250' }, { decimals: 'comma' })).toMatchObject({ amount: { cents: 125_000 } });
});

test('the amount and the commission are told apart', () => {
  const row = read({ amount: '100', commission: '15' });
  expect(row).toMatchObject({ told: { amount: { cents: 10_000 } }, commission: { cents: 1_500 } });
  expect(read({ amount: '?' })).toBe('amount: is no amount');
  expect(read({ commission: '?' })).toBe('commission: is no amount');
});

describe('the reference', () => {
  test.each([
    ['fareharbor', ' # 5100 ', '5100', ['5100', 'FH5100']],
    ['viator', '777', 'BR-777', ['BR777', '777']],
    ['getyourguide', 'gyg-1a', 'GYG-1A', ['GYG1A']],
    ['operator', 'a'.repeat(64), 'a'.repeat(64), ['A'.repeat(64)]],
  ] as const)('of %s: %s', (platform, reference, as, referenceKeys) => {
    expect(told({ reference }, { platform })).toMatchObject({ platform, reference: as, referenceKeys });
  });

  test.each([
    ['', 'is empty'],
    [' \t', 'is empty'],
    ['a'.repeat(65), 'is no reference of this platform'],
    ['a'.repeat(165), 'is no reference of this platform'],
    ['a b?', 'is no reference of this platform'],
  ])('%j is none', (reference, problem) => {
    expect(read({ reference }, { platform: 'fareharbor' })).toBe(`reference: ${problem}`);
  });
});

describe('the status', () => {
  test.each([
    ['pending', ['Pending', 'on-hold', 'IN - PROGRESS', 'requested']],
    ['confirmed', ['Confirmed', ' booked. ', 'Active', 'paid', 'AMENDED', 'ok']],
    ['completed', ['completed', 'Redeemed', 'travelled', 'traveled', 'fulfilled', 'Checked-in', 'NO_SHOW']],
    [
      'cancelled',
      ['cancelled', 'Canceled', 'rejected', 'refunded', 'rebooked', 'Expired', 'void', 'FAILED', '**cancelled**'],
    ],
  ] as const)('%s in all its words', (status, words) => {
    for (const word of words) expect(told({ status: word }), word).toMatchObject({ status });
  });

  test.each(['', '?', 'perhaps', 'not confirmed', 'confirm ed'])('%j is none', (status) => {
    expect(read({ status })).toBe('status: is no state of a booking that is known');
  });
});

describe('whose it is', () => {
  test.each<[string, Partial<StatementMap>, string]>([
    ['WWW.Other.example', {}, 'other.example'],
    ['my.www.example', {}, 'my.www.example'],
    ['wwwhale.example', {}, 'wwwhale.example'],
    ['', {}, 'lanai-boats.example'],
    ['', { platform: 'getyourguide', supplier: null }, 'getyourguide.com'],
    ['', { platform: 'viator', supplier: null }, ''],
    ['', { supplier: null }, 'reference: whose it is stands nowhere'],
    ['', { supplier: null, columns: { supplier: 'Site' } }, 'supplier: whose it is stands nowhere'],
  ])('%j with %j', (supplier, how, found) => {
    const one = told({ supplier }, how);
    expect(typeof one === 'string' ? one : one.supplier).toBe(found);
  });
});

test.each([
  ['4711', '4711', undefined],
  ['5010SYDNEY', '5010SYDNEY', undefined],
  ['a_b-1', 'a_b-1', undefined],
  ['9'.repeat(40), '9'.repeat(40), undefined],
  ['9'.repeat(41), undefined, '9'.repeat(41)],
  ['Sunset', undefined, 'Sunset'],
  ['Reef 2 walk', undefined, 'Reef 2 walk'],
  ['', undefined, undefined],
])('the item %j is a number or a name', (item, itemId, itemName) => {
  expect(told({ item })).toMatchObject({ itemId, itemName });
});

test('a click id is one of ours or none', () => {
  const click_id = newClickId(key, { visitId: 1, listingId: 2, madeAt: new Date('2026-12-01') });
  expect(told({ click_id: `  ${click_id}${' '.repeat(300)}` })).toMatchObject({ clickId: click_id });
  expect(told({ click_id: `${' '.repeat(300)}${click_id}` })).toMatchObject({ clickId: click_id });
  expect(told({ click_id: `${click_id.slice(0, -1)}_` })).toMatchObject({ clickId: undefined });
});

describe('the day of travel', () => {
  const wrong = 'travel_date: is no day';
  test.each([
    ['2026-12-04', '2026-12-04', '2026-12-04'],
    ['2026-12-04 09:00', '2026-12-04', '2026-12-04'],
    ['2026-12-04T09:00:00-10:00', '2026-12-04', '2026-12-04'],
    ['12/4/2026', '2026-12-04', '2026-04-12'],
    ['4-12-2026', '2026-04-12', '2026-12-04'],
    ['04.12.2026 9:00 AM', '2026-04-12', '2026-12-04'],
    ['12/24/2026, 9:00', '2026-12-24', wrong],
    ['24/12/2026T09:00', wrong, '2026-12-24'],
    ['', undefined, undefined],
    ['2026-02-30', wrong, wrong],
    ['2026-12-041', wrong, wrong],
    ['12/4/26', wrong, wrong],
    ['12/4/20261', wrong, wrong],
    ['112/4/2026', wrong, wrong],
    ['12/124/2026', wrong, wrong],
    ['x12/4/2026', wrong, wrong],
    ['12/4/2026x', wrong, wrong],
    ['12 4 2026', wrong, wrong],
    ['tomorrow', wrong, wrong],
  ])('%j is %s with the month first, and %s with the day first', (travel_date, month, day) => {
    for (const [dates, found] of [
      ['month_first', month],
      ['day_first', day],
    ] as const) {
      const one = told({ travel_date }, { dates });
      expect(typeof one === 'string' ? one : one.travelDay, dates).toBe(found);
    }
  });
});

describe('an amount', () => {
  const amountOf = (amount: string, how: Partial<StatementMap> = {}, currency = '') => {
    const one = told({ amount, currency }, how);
    return typeof one === 'string' ? one : one.amount;
  };
  const usd = (cents: number) => ({ cents, told: String(cents), currency: 'USD' });
  const below = (cents: string) => ({ told: cents, currency: 'USD', doubt: 'amount' });

  test.each([
    ['0', 0],
    ['7', 700],
    ['7.', 700],
    ['7.5', 750],
    ['007.05', 705],
    ['0.07', 7],
    ['7.5000', 750],
    ['$1,234.50', 123_450],
    ["1'234", 123_400],
    ['US$ 12', 1_200],
    ['1 234\u00a0567.\u202f89', 123_456_789],
    ['999,999.99', 99_999_999],
    ['-0.00', 0],
    ['(0)', 0],
    ['-$0', 0],
  ])('%s is %i cents, however they are divided', (amount, cents) => {
    const found = cents > 100_000_000 ? { told: String(cents), currency: 'USD', doubt: 'amount' } : usd(cents);
    expect(amountOf(amount)).toEqual(found);
    const swapped = amount.replace(/[.,]/g, (sign) => (sign === '.' ? ',' : '.'));
    expect(amountOf(swapped, { decimals: 'comma' })).toEqual(found);
  });

  test.each([
    ['-12', '-1200'],
    ['\u221212.5', '-1250'],
    ['$-12', '-1200'],
    ['$\u221212', '-1200'],
    ['-$12', '-1200'],
    ['(12)', '-1200'],
    ['($1,200.10)', '-120010'],
    ['12.345', '1234.5'],
    ['12.341050', '1234.105'],
    ['-0.005', '-0.5'],
  ])('%s is kept as %s and believed by nobody', (amount, as) => {
    expect(amountOf(amount)).toEqual(below(as));
  });

  test.each([
    ...['twelve', '.', '-', '$', '.5', '1,23.4', '1.234,50', '1.2.3', '1,2345', '1234,567', ',123', '12%', '12 USD'],
    ...['1,234,56', '1.2,3', '(12', '12)', 'x(12)', '(12)x', 'x12', '€$12', '--$-12'],
  ])('%s is none', (amount) => {
    expect(amountOf(amount)).toBe('amount: is no amount');
  });

  test.each<[string, string, string | null, object]>([
    // What its column says counts before what the map says, and a sign that contradicts either is nobody's.
    ['12', 'eur', 'USD', { told: '1200', currency: 'EUR', doubt: 'currency' }],
    ['12', 'usd', 'EUR', usd(1_200)],
    ['12', '', null, { told: '1200', doubt: 'currency' }],
    ['$12', '', null, usd(1_200)],
    ['US$12', '', null, usd(1_200)],
    ['€12', '', null, { told: '1200', currency: 'EUR', doubt: 'currency' }],
    ['£12', '', null, { told: '1200', currency: 'GBP', doubt: 'currency' }],
    ['¥12', '', null, { told: '12', currency: 'JPY', doubt: 'currency' }],
    ['€12', '', 'USD', { told: '1200', doubt: 'currency' }],
    ['€12', 'EUR', 'USD', { told: '1200', currency: 'EUR', doubt: 'currency' }],
    ['$12', 'CAD', 'USD', { told: '1200', currency: 'CAD', doubt: 'currency' }],
    ['US$12', 'CAD', 'USD', { told: '1200', doubt: 'currency' }],
    ['12.5', 'JPY', null, { told: '12.5', currency: 'JPY', doubt: 'amount' }],
    ['12.5', 'KWD', null, { told: '12500', currency: 'KWD', doubt: 'currency' }],
    ['12', 'no code', null, { told: '1200', currency: 'NO CODE', doubt: 'currency' }],
  ])('%s in a column of %j, with a map of %j', (amount, currency, ofMap, found) => {
    expect(amountOf(amount, { currency: ofMap }, currency)).toEqual(found);
  });
});
