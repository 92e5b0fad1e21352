import type { Difference, ReconciledMonth } from '../../../../contract/reconciliation.ts';
import type {
  AskedOfStatement,
  DifferenceKind,
  ImportState,
  RowOutcome,
  StatementField,
} from '../../../../contract/statement-forms.ts';
import { calendarDay, dollars, number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

const platforms = { fareharbor: 'FareHarbor', viator: 'Viator', getyourguide: 'GetYourGuide', operator: 'An operator' };
type Platform = ReconciledMonth['platform'];

const states: Record<ImportState, string> = {
  unmapped: 'Waits for an answer',
  reading: 'Being read',
  previewed: 'To be applied',
  applying: 'Being applied',
  applied: 'Applied',
};
/** What one waits for. */
const asked: Record<AskedOfStatement, string> = {
  columns: 'Columns unknown',
  supplier: 'It is not said whose bookings these are',
};
const outcomes: Record<RowOutcome, string> = {
  matched: 'Matched',
  amount_differs: 'Amount differs',
  state_differs: 'State differs',
  cancelled: 'Cancelled',
  already_known: 'Already known',
  in_doubt: 'In doubt',
  unmatched: 'Unmatched',
  unreadable: 'Unreadable',
};
const fields: Record<StatementField, string> = {
  reference: 'Booking reference',
  status: 'State of the booking',
  supplier: 'Company or host name',
  click_id: 'Our click id',
  travel_date: 'Day of travel',
  item: 'What was booked',
  amount: 'Amount',
  currency: 'Currency',
  commission: 'Commission',
};
const kinds: Record<DifferenceKind, string> = {
  unmatched: 'Nobody’s booking here',
  not_on_statement: 'On no statement',
  cancelled_there: 'Cancelled by the platform',
  cancelled_here: 'Cancelled here',
  amount: 'Another amount',
  rate: 'Another rate',
  currency: 'Another currency',
  untold: 'No commission told',
};
const advice: Record<DifferenceKind, string> = {
  unmatched: 'Decide at News of platforms whose it is.',
  not_on_statement: 'Apply the statement of that month, or ask the platform.',
  cancelled_there: 'Cancel the booking, or ask the platform.',
  cancelled_here: 'Correct the booking, or refuse the money.',
  amount: 'Correct the amount of the booking, or ask the platform.',
  rate: 'Compare the rate of the experience with what the platform pays.',
  currency: 'Decide what it is worth in US dollars and correct the booking.',
  untold: 'Map the column of the commission, or ask the platform.',
};

const monthOf = (month: string) => (month === 'undated' ? 'No day of travel' : month);
const cents = (amount: number | null) => (amount === null ? 'not told' : dollars(amount));

/** Words of the administrators' statements of platforms, and of what they and the ledger say. */
export const reconcileDesk = {
  platforms,
  platformOf: (platform: Platform | null) => (platform ? platforms[platform] : 'Not known yet'),
  states,
  outcomes,
  fields,
  number,
  moment,
  dollars,
  day: (date: string | null) => (date ? calendarDay(date) : ''),
  sentence: (open: number, differences: number | null, untold: number) =>
    [
      `Statements not applied yet: ${number(open)}.`,
      differences !== null &&
        `In these months, bookings on which a statement and the ledger differ: ${number(differences)}.`,
      untold > 0 && `Months of which no statement was applied yet, beside that: ${number(untold)}.`,
    ]
      .filter(Boolean)
      .join(' '),
  lists: 'What is shown',
  tabs: { statements: 'Statements', months: 'By month' },
  upload: 'New statement',
  uploadTitle: 'A platform’s statement',
  uploadText: 'Nothing changes before you apply it: you see first what becomes of each row.',
  file: 'CSV file',
  take: 'Read it',
  taking: 'Reading…',
  captions: {
    statements: 'Statements of platforms',
    months: 'Months by platform',
    rows: 'Rows of this statement',
  },
  search: 'Search by file',
  searchRows: 'Search by reference',
  platform: 'Platform',
  outcome: 'What becomes of it',
  columns: {
    file: 'File',
    state: 'State',
    rows: 'Rows',
    applied: 'Applied rows',
    taken: 'Taken up',
    by: 'By',
    row: 'Row',
    reference: 'Reference',
    amount: 'Amount',
    commission: 'Commission',
    travel: 'Travel',
    problem: 'Why',
    month: 'Month',
    statement: 'Statement',
    ledger: 'Ledger',
    difference: 'Difference',
    differences: 'Bookings that differ',
  },
  none: 'No statement yet',
  noneText: 'A statement that you send waits here until it is applied.',
  noReport: 'The months cannot be compared at the moment',
  noReportText: 'Statements can be sent and applied all the same.',
  again: 'Try again',
  noMatch: 'Nothing is like that',
  noMatchText: 'Take a word out of the search, or choose all.',
  back: 'All statements',
  rowsSentence: (state: ImportState, asks: AskedOfStatement | null, rows: number, applied: number) =>
    `${asks ? asked[asks] : states[state]}. ${counted(rows, 'row', 'rows')}, ${number(applied)} applied.`,
  counts: 'What becomes of the rows',
  faultAt: (column: string, problem: string) => `${column}: ${problem}`,
  inOther: (currency: string | null) => (currency ? `in ${currency}` : ''),
  apply: 'Apply',
  goOn: 'Go on applying',
  applyTitle: 'Apply this statement',
  applyText: (rows: number) =>
    `${counted(rows, 'row', 'rows')}: bookings become what their platform tells, and the ledger follows.`,
  leaveOut: (rows: number) => `Leave out what cannot be read: ${counted(rows, 'row', 'rows')}`,
  begun: 'The statement is being applied. It goes on when you leave this page.',
  changeMap: 'Change the columns',
  mapTitle: 'Which column is what',
  mapText:
    'It is kept for all statements with these columns. Where no column says whose bookings they are, each statement is asked about.',
  mapKnown: 'The columns are as they were said before. Whose bookings these are no column says: please give it below.',
  fixedSupplier: 'Company or host name of all rows',
  fixedSupplierHint:
    'FareHarbor: the short name in its links. An operator: the host of its site. Not needed with a column.',
  fixedCurrency: 'Currency of all rows',
  fixedCurrencyHint: 'Three letters, as USD. Not needed with a column.',
  dates: 'Days are written',
  dateForms: { month_first: 'Month first: 12/24/2026', day_first: 'Day first: 24/12/2026' },
  decimals: 'Amounts are written',
  decimalForms: { point: 'With a point: 1,234.50', comma: 'With a comma: 1.234,50' },
  saveMap: 'Save and read',
  savingMap: 'Saving…',
  month: (platform: Platform, month: string) => `${platforms[platform]}, ${monthOf(month)}`,
  detail: 'About this month',
  onStatement: (count: number) => counted(count, 'booking on statements', 'bookings on statements'),
  inLedger: (count: number) => counted(count, 'booking in the ledger', 'bookings in the ledger'),
  agrees: 'The statements and the ledger agree.',
  differences: 'What differs',
  first: (count: number) => `The first ${number(count)}; the file has all.`,
  csv: 'All of them as CSV',
  line: ({ kind, reference, booking }: Difference) =>
    [kinds[kind], reference ?? booking?.transaction_id, booking?.experience].filter(Boolean).join(', '),
  sums: ({ statement, ledger, difference, currency, row }: Difference) =>
    [
      `Statement ${cents(statement)}${currency && currency !== 'USD' ? ` (${currency})` : ''}, ledger ${dollars(ledger)}, difference ${dollars(difference)}.`,
      row && `Row ${number(row.row)} of ${row.file_name}.`,
    ]
      .filter(Boolean)
      .join(' '),
  advice: ({ kind }: Difference) => advice[kind],
};
