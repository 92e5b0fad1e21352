import type { Difference, ReconciledMonth } from '../../../contract/reconciliation.ts';
import { csvHeader, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import type { PlatformName } from '../platforms/platforms.ts';
import {
  type Days,
  type DifferenceRow,
  findDifferences,
  findMonths,
  type Span,
  sumMonths,
  type TotalRow,
} from './reconciliation.store.ts';

const shownDifferences = 500;
const monthsPerPage = 6;

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);

const presentTotal = ({ statement, ledger, ...row }: TotalRow): ReconciledMonth => ({
  ...row,
  statement: statement / 100,
  ledger: ledger / 100,
  difference: (statement - ledger) / 100,
});

const present = (row: DifferenceRow): Difference => ({
  kind: row.kind,
  reference: row.reference,
  booking:
    row.booking_id === null
      ? null
      : { id: row.booking_id, transaction_id: row.transaction_id!, experience: row.experience ?? '' },
  travel_date: row.travel_date,
  statement_amount: dollars(row.statement_amount),
  ledger_amount: dollars(row.ledger_amount),
  statement: dollars(row.statement),
  ledger: row.ledger / 100,
  difference: ((row.statement ?? 0) - row.ledger) / 100,
  currency: row.currency,
  row: row.import_id === null ? null : { import_id: row.import_id, file_name: row.file_name!, row: row.number! },
});

const firstOf = (month: string) => `${month}-01`;
function dayAfter(month: string): string {
  const day = new Date(firstOf(month));
  day.setUTCMonth(day.getUTCMonth() + 1);
  return day.toISOString().slice(0, 10);
}
const daysOf = (month: string): Days => (month === 'undated' ? null : { from: firstOf(month), until: dayAfter(month) });

/** A platform's month. */
export interface Month {
  platform: PlatformName;
  month: string;
}
const spanOf = ({ platform, month }: Month): Span => ({ platform, days: daysOf(month) });

/**
 * What platforms' statements pay, by month of travel, beside what the ledger says that they owe: of so many months as a page has, the
 * newest first.
 * @param given.after the month that the page before ended with
 */
export async function reconcile(
  db: Db,
  { platform, after }: { platform?: PlatformName | undefined; after?: string | undefined },
): Promise<{ rows: ReconciledMonth[]; next: string | null }> {
  const found = await findMonths(db, after === undefined ? null : firstOf(after), monthsPerPage + 1);
  const months = found.slice(0, monthsPerPage).map((day) => day.slice(0, 7));
  const rows = after === undefined ? await sumMonths(db, { platform, days: null }) : [];
  // One by one: a statement of many months takes too long where each of them has many rows.
  for (const month of months) rows.push(...(await sumMonths(db, { platform, days: daysOf(month) })));
  return { rows: rows.map(presentTotal), next: found.length > monthsPerPage ? months.at(-1)! : null };
}

/** The bookings of a month on which the two differ, the first 500 by how much. */
export async function listDifferences(db: Db, month: Month) {
  const span = spanOf(month);
  const [total] = await sumMonths(db, span);
  const differences = await findDifferences(db, span, shownDifferences);
  return { total: total ? presentTotal(total) : null, differences: differences.map(present) };
}

/** The same as CSV, with all of them and the sums at its end. Amounts are dollars. */
export async function getDifferencesFile(db: Db, month: Month): Promise<string> {
  const span = spanOf(month);
  const [total] = await sumMonths(db, span);
  const lines = (await findDifferences(db, span, null)).map(present);
  const sums = total && presentTotal(total);
  return [
    csvHeader([
      ...['what', 'reference', 'booking', 'experience', 'travel_date', 'statement_amount', 'ledger_amount', 'currency'],
      ...['statement', 'ledger', 'difference', 'file', 'row'],
    ]),
    ...lines.map((one) =>
      csvLine([
        ...[one.kind, one.reference, one.booking?.transaction_id ?? null, one.booking?.experience ?? null],
        ...[one.travel_date, one.statement_amount, one.ledger_amount, one.currency],
        ...[one.statement, one.ledger, one.difference, one.row?.file_name ?? null, one.row?.row ?? null],
      ]),
    ),
    csvLine([
      ...['total', null, null, null, null, null, null, null],
      ...[sums?.statement ?? 0, sums?.ledger ?? 0, sums?.difference ?? 0, null, null],
    ]),
  ].join('');
}
