import type { BookingStatus } from '../../../contract/bookings.ts';
import { type RowOutcome, rowOutcomes } from '../../../contract/statement-forms.ts';
import type {
  ColumnMap,
  StatementImport,
  StatementImportDetail,
  StatementRow,
} from '../../../contract/statement-imports.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, type ListQuery, nextOf, numberId, readPage } from '../../platform/lists.ts';
import { digestOf } from '../../platform/tables/headers.ts';
import { inLettersOf, isAsking, ownNumbers, proposedMap } from './column-maps.ts';
import { findRawRows, findRowPage, type ListedRow } from './import-rows.store.ts';
import { findImports, findMapOf, type ImportFilter, type ListedImport } from './imports.store.ts';

export { applyStatement, setMap, startImport } from './begin-import.ts';

const sampleRows = 3;

const present = (row: ListedImport): StatementImport => ({
  id: row.id,
  file_name: row.file_name,
  platform: row.platform,
  state: row.state,
  rows: row.row_count,
  outcomes: Object.fromEntries(rowOutcomes.map((one) => [one, row.outcomes[one] ?? 0])) as Record<RowOutcome, number>,
  applied_rows: row.applied_rows,
  work_id: row.work_id,
  created_at: row.created_at.toISOString(),
  created_by: row.created_by,
  applied_at: row.applied_at?.toISOString() ?? null,
});

/** A page of the statements that were taken up. @throws Refusal `invalid_request` for a cursor that is none */
export async function listImports(db: Db, { sort, after, limit, ...filter }: ListQuery & ImportFilter) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findImports(db, filter, page);
  return { rows: rows.map(present), total, next: nextOf(sort, page, rows) };
}

async function findOne(db: Db, id: number): Promise<ListedImport> {
  const page = readPage({ sort: '-started' }, () => true, numberId);
  const [row] = (await findImports(db, { id }, page)).rows;
  if (!row) throw new Refusal('not_found');
  return row;
}

/** One of them as lists have it. @throws Refusal `not_found` */
export const getImportLine = async (db: Db, id: number): Promise<StatementImport> => present(await findOne(db, id));

/** One of them with its columns, and the map that it is read by or may be. @throws Refusal `not_found` */
export async function getImport(db: Db, id: number): Promise<StatementImportDetail> {
  const row = await findOne(db, id);
  const sample = await findRawRows(db, id, 0, sampleRows);
  const kept = row.map ? undefined : (await findMapOf(db, digestOf(row.header)))?.map;
  const map = (row.map ? inLettersOf(row.header, row.map) : proposedMap(row.header, kept)) as Partial<ColumnMap>;
  const asked = kept && isAsking(kept) ? 'supplier' : 'columns';
  return {
    ...present(row),
    header: row.header,
    sample: sample.map(({ cells }) => cells),
    map,
    asks: row.state === 'unmapped' ? asked : null,
    own_numbers: ownNumbers,
  };
}

const dollars = (cents: number | null) => (cents === null ? null : cents / 100);

const presentRow = (row: ListedRow, header: readonly string[]): StatementRow => ({
  id: row.id,
  outcome: row.outcome,
  fault: row.fault === null ? null : { column: row.fault_column!, problem: row.fault },
  reference: row.reference,
  status: row.status as BookingStatus | null,
  amount: dollars(row.amount_cents),
  commission: dollars(row.commission_cents),
  currency: row.currency,
  travel_date: row.travel_date,
  booking_id: row.booking_id,
  applied: row.applied,
  cells: Object.fromEntries(header.flatMap((name, at) => (row.cells[at] ? [[name, row.cells[at]]] : []))),
});

/** A page of the rows of a statement. @throws Refusal `not_found`, `invalid_request` for a cursor that is none */
export async function listRows(
  db: Db,
  importId: number,
  { sort, after, limit, ...filter }: ListQuery & { outcome?: RowOutcome | undefined },
) {
  const { header } = await findOne(db, importId);
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), numberId);
  const { rows, total } = await findRowPage(db, { importId, ...filter }, page);
  return { rows: rows.map((row) => presentRow(row, header)), total, next: nextOf(sort, page, rows) };
}
