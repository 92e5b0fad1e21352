import { type RawBuilder, sql } from 'kysely';
import type { ImportOutcome } from '../../../contract/listing-import-forms.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byCount, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';
import type { Content } from './content.store.ts';

/** What is wrong in a column of a row, and what stands there. */
export interface CellFault {
  column: string;
  problem: string;
  value: string;
}

/** What becomes of a row, as it is written down before anything is done. */
export interface CheckedRow {
  number: number;
  outcome: ImportOutcome;
  name: string;
  listing_id: number | null;
  replaces: string | null;
  content: Content | null;
  faults: readonly CellFault[];
}

/** Writes rows down; those that are there already stay. */
export async function insertChecked(db: Db, importId: number, rows: readonly CheckedRow[]): Promise<void> {
  await sql`insert into listing_import_rows (import_id, number, outcome, name, listing_id, replaces, content, faults)
    select ${importId}, number, outcome, name, listing_id, replaces, nullif(content, 'null'), faults
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as r(number integer, outcome text, name text, listing_id integer,
      replaces text, content jsonb, faults jsonb) on conflict do nothing`.execute(db);
}

/** Forgets what was written down of the rows of an import. */
export async function deleteChecked(db: Db, importId: number): Promise<void> {
  await deleteInBatches(db, 'listing_import_rows', { where: sql`import_id = ${importId}`, orderBy: sql`number` });
}

/** A row that is to make a listing or change one. */
export type WaitingRow = Pick<CheckedRow, 'number' | 'replaces'> & {
  outcome: 'new' | 'changed';
  listing_id: number | null;
  content: Content;
};

/** Rows that are still to be imported, after one, in their order. */
export async function findWaitingRows(tx: Tx, importId: number, after: number, limit: number): Promise<WaitingRow[]> {
  const { rows } = await sql<WaitingRow>`select number, outcome, listing_id, replaces, content from listing_import_rows
    where import_id = ${importId} and number > ${after} and content is not null order by number limit ${limit}`.execute(
    tx,
  );
  return rows;
}

/** Says of rows what has become of them. */
export async function updateImported(
  tx: Tx,
  importId: number,
  ends: readonly { number: number; outcome: ImportOutcome; listing_id: number | null }[],
  now: Date,
): Promise<void> {
  await sql`update listing_import_rows r set outcome = e.outcome, listing_id = e.listing_id, content = null,
      imported_at = case when e.outcome <> 'changed_meanwhile' then ${now}::timestamptz end
    from jsonb_to_recordset(${JSON.stringify(ends)}::jsonb) as e(number integer, outcome text, listing_id integer)
    where r.import_id = ${importId} and r.number = e.number`.execute(tx);
}

/** The first row that is wrong, and how many there are. */
export async function findFirstWrong(db: Db, importId: number) {
  const { rows } = await sql<{ number: number; faults: CellFault[]; count: number }>`
    select number, faults, count(*) over () as count from listing_import_rows
    where import_id = ${importId} and outcome = 'wrong' order by number limit 1`.execute(db);
  return rows[0];
}

export interface ImportRowRow {
  id: number;
  outcome: ImportOutcome;
  name: string;
  listing_id: number | null;
  faults: CellFault[];
  imported: boolean;
}

const told = sql`r.number as id, r.outcome, r.name, r.listing_id, r.faults, r.imported_at is not null as imported`;

/** Rows after one, in their order, or the wrong ones among them alone. */
export async function findRowsToTell(
  db: Db,
  importId: number,
  { after, limit, isWrong }: { after: number; limit: number; isWrong: boolean },
): Promise<ImportRowRow[]> {
  const wrong = isWrong ? sql`and r.outcome = 'wrong'` : sql``;
  const { rows } = await sql<ImportRowRow>`select ${told} from listing_import_rows r
    where r.import_id = ${importId} and r.number > ${after} ${wrong} order by r.number limit ${limit}`.execute(db);
  return rows;
}

/** A page of an import's rows. */
export async function findImportRows(
  db: Db,
  { importId, outcome, search }: { importId: number; outcome?: ImportOutcome | undefined; search?: string | undefined },
  page: Page,
) {
  const matching: RawBuilder<unknown>[] = [];
  if (outcome) matching.push(sql`r.outcome = ${outcome}`);
  if (search) matching.push(contains(sql`r.name`, search));
  return await findPage<ImportRowRow>(
    db,
    {
      // Rows have their numbers within their import.
      from: sql`(select number, outcome, name, listing_id, faults, imported_at from listing_import_rows
        where import_id = ${importId}) r`,
      ...{ id: sql`r.number`, idType: 'bigint', matching, order: byCount(sql`r.number`), columns: told },
    },
    page,
  );
}

/** Forgets files that were taken up before an instant, a hundred at most: of what was imported the audit log tells. */
export async function deleteImportsBefore(db: Db, instant: Date): Promise<void> {
  const { rows } = await sql<{ id: number; upload_id: string | null }>`
    select id, upload_id from listing_imports where created_at < ${instant} order by created_at limit 100`.execute(db);
  for (const { id, upload_id } of rows) {
    await deleteChecked(db, id);
    await deleteInBatches(db, 'listing_imports', { where: sql`id = ${id}`, orderBy: sql`id` });
    if (upload_id) await deleteUpload(db, upload_id);
  }
}
