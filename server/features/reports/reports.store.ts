import { type Insertable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db } from '../../platform/database.ts';

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

/** Removes what came so long ago, and all but the newest. */
export async function pruneReports(db: Db, newestId: number, most: number, since: Date): Promise<void> {
  await db
    .deleteFrom('error_reports')
    .where((where) => where.or([where('id', '<=', newestId - most), where('received_at', '<', since)]))
    .execute();
}
