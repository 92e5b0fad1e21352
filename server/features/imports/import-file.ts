import { type CsvValue, csvLine } from '../../platform/csv.ts';
import type { Db } from '../../platform/database/database.ts';
import { findRowsToTell } from './import-rows.store.ts';

const perPage = 1_000;

export const rowsHeader = [
  ...['row', 'outcome', 'platform', 'reference', 'status', 'amount', 'commission', 'currency', 'travel_date'],
  ...['booking', 'column', 'problem'],
];

/** What the file of a statement's long work is called. */
export const fileOf =
  (what: string) =>
  ({ statement }: { statement: number }) => ({
    name: `statement-${statement}-${what}.csv`,
    type: 'text/csv; charset=utf-8',
  });

/** A line for each row of a statement, with what becomes of it. Amounts are dollars. */
export async function* linesOf(db: Db, id: number): AsyncGenerator<string> {
  const dollars = (cents: number | null): CsvValue => (cents === null ? null : cents / 100);
  for (let after = 0; ; ) {
    const rows = await findRowsToTell(db, id, after, perPage);
    if (rows.length === 0) return;
    yield rows
      .map((row) =>
        csvLine([
          ...[row.number, row.outcome, row.platform, row.reference, row.status],
          ...[dollars(row.amount_cents), dollars(row.commission_cents), row.currency, row.travel_date],
          ...[row.booking_id, row.fault_column, row.fault],
        ]),
      )
      .join('');
    after = rows.at(-1)!.number;
  }
}
