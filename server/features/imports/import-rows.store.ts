import { type RawBuilder, sql } from 'kysely';
import type { RowOutcome } from '../../../contract/statement-forms.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';
import { byCount, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';

/** Keeps rows of a file as they came, those that are kept already left as they are. */
export async function insertRows(
  db: Db,
  importId: number,
  rows: readonly { number: number; cells: readonly string[] }[],
): Promise<void> {
  await sql`insert into statement_rows (import_id, number, cells)
    select ${importId}, r.number, array(select jsonb_array_elements_text(r.cells))
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number integer, cells jsonb) on conflict do nothing`.execute(
    db,
  );
}

/** A row as it came. */
export interface RawRow {
  number: number;
  cells: string[];
}

/** Rows after one, in their order. */
export async function findRawRows(db: Db, importId: number, after: number, limit: number): Promise<RawRow[]> {
  const { rows } = await sql<RawRow>`select number, cells from statement_rows
    where import_id = ${importId} and number > ${after} order by number limit ${limit}`.execute(db);
  return rows;
}

/** What a row was read as. */
export interface ReadRow {
  number: number;
  platform: string | null;
  supplier: string | null;
  reference: string | null;
  status: string | null;
  amount_cents: number | null;
  commission_cents: number | null;
  currency: string | null;
  travel_date: string | null;
  /** In hexadecimal digits. */
  digest: string | null;
  fault_column: string | null;
  fault: string | null;
}

/**
 * Writes down what rows were read as, with nothing said yet of what becomes of them. They are found by their key alone, as if they were
 * to be made: a plan from when there were few rows would read all of them for each.
 */
export async function updateReadRows(db: Db, importId: number, read: readonly ReadRow[]): Promise<void> {
  await sql`insert into statement_rows as s (import_id, number, cells, platform, supplier, reference, status, amount_cents,
      commission_cents, currency, travel_date, digest, fault_column, fault, outcome, is_repeated)
    select ${importId}, number, '{}', platform, supplier, reference, status, amount_cents, commission_cents, currency, travel_date,
      decode(digest, 'hex'), fault_column, fault, case when fault is not null then 'unreadable' end, false
    from jsonb_to_recordset(${JSON.stringify(read)}::jsonb) as r(number integer, platform text, supplier text, reference text,
      status text, amount_cents integer, commission_cents integer, currency text, travel_date date, digest text, fault_column text,
      fault text)
    on conflict (import_id, number) do update set platform = excluded.platform, supplier = excluded.supplier,
      reference = excluded.reference, status = excluded.status, amount_cents = excluded.amount_cents,
      commission_cents = excluded.commission_cents, currency = excluded.currency, travel_date = excluded.travel_date,
      digest = excluded.digest, fault_column = excluded.fault_column, fault = excluded.fault, outcome = excluded.outcome,
      is_repeated = false
    where s.applied_at is null`.execute(db);
}

/** The number of the last row. */
export async function findLastNumber(db: Db, importId: number): Promise<number> {
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(number), 1) as last from statement_rows where import_id = ${importId}`.execute(db);
  return rows[0]!.last;
}

/** Rows after one, in their order, with what becomes of them. */
export async function findRowsToTell(db: Db, importId: number, after: number, limit: number) {
  return await db
    .selectFrom('statement_rows')
    .select(['number', 'outcome', 'platform', 'reference', 'status', 'amount_cents', 'commission_cents', 'currency'])
    .select(['travel_date', 'booking_id', 'fault_column', 'fault'])
    .where('import_id', '=', importId)
    .where('number', '>', after)
    .orderBy('number')
    .limit(limit)
    .execute();
}

/** Forgets of some rows all cells but those of some columns, counted from 1. */
export async function forgetCells(
  db: Db,
  importId: number,
  { after, until, kept }: { after: number; until: number; kept: readonly number[] },
): Promise<void> {
  await sql`update statement_rows s set cells = array(select case when at = any(${kept}::integer[]) then cell else '' end
      from unnest(s.cells) with ordinality as c(cell, at) order by at)
    where import_id = ${importId} and number > ${after} and number <= ${until}`.execute(db);
}

export interface ListedRow extends Omit<ReadRow, 'number' | 'digest'> {
  id: number;
  cells: string[];
  outcome: RowOutcome | null;
  booking_id: string | null;
  applied: boolean;
}

/** A page of an import's rows. */
export async function findRowPage(
  db: Db,
  { importId, outcome, search }: { importId: number; outcome?: RowOutcome | undefined; search?: string | undefined },
  page: Page,
) {
  const columns = sql`number, cells, platform, supplier, reference, status, amount_cents, commission_cents, currency, travel_date,
    fault_column, fault, outcome, booking_id, applied_at is not null as applied`;
  const matching: RawBuilder<unknown>[] = [];
  if (outcome) matching.push(sql`r.outcome = ${outcome}`);
  if (search) matching.push(contains(sql`r.reference`, search));
  return await findPage<ListedRow>(
    db,
    {
      // Rows have their numbers within their import.
      from: sql`(select ${columns} from statement_rows where import_id = ${importId}) r`,
      id: sql`r.number`,
      idType: 'bigint',
      matching,
      order: byCount(sql`r.number`),
      columns: sql`r.number as id, r.cells, r.platform, r.supplier, r.reference, r.status, r.amount_cents, r.commission_cents,
        r.currency, r.travel_date, r.fault_column, r.fault, r.outcome, r.booking_id, r.applied`,
    },
    page,
  );
}

/** Forgets statements that were taken up before an instant and never applied, a hundred at most. */
export async function deleteUnappliedBefore(db: Db, instant: Date): Promise<void> {
  const { rows } = await sql<{ id: number; upload_id: string | null }>`
    select id, upload_id from statement_imports where state in ('unmapped', 'reading', 'previewed') and created_at < ${instant}
    order by created_at limit 100`.execute(db);
  for (const { id, upload_id } of rows) {
    await deleteInBatches(db, 'statement_rows', { where: sql`import_id = ${id}`, orderBy: sql`number` });
    await deleteInBatches(db, 'statement_imports', { where: sql`id = ${id}`, orderBy: sql`id` });
    if (upload_id) await deleteUpload(db, upload_id);
  }
}
