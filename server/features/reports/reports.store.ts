import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';

/** Keeps a report. @returns its number, or nothing when a page's report with this reference is kept already. */
export async function insertReport(db: Db, report: Insertable<Tables['error_reports']>): Promise<number | undefined> {
  const row = await db
    .insertInto('error_reports')
    .values(report)
    .onConflict((conflict) => conflict.column('error_id').where('kind', '=', sql.lit('page')).doNothing())
    .returning('id')
    .executeTakeFirst();
  return row?.id;
}

/** Removes the oldest that are not among the newest `most`, at most `atOnce` of them. */
export async function pruneReports(db: Db, newestId: number, most: number, atOnce: number): Promise<void> {
  await sql`delete from error_reports where id = any(array(
    select id from error_reports where id <= ${newestId - most} order by id limit ${atOnce}))`.execute(db);
}

/** Deletes all but the newest `most`, and those that came before an instant. */
export async function deleteReports(db: Db, most: number, instant: Date): Promise<void> {
  const beyond = sql`id <= (select max(id) from error_reports) - ${most}::bigint`;
  await deleteInBatches(db, 'error_reports', { where: beyond, orderBy: sql`id` });
  await deleteInBatches(db, 'error_reports', { where: sql`received_at < ${instant}`, orderBy: sql`received_at` });
}
