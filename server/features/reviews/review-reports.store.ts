import type { Insertable } from 'kysely';
import { sql } from 'kysely';
import type { ReportReason } from '../../../contract/review-reports.ts';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anyOf } from '../../platform/lists.store.ts';

/** Of one review so many are told, the newest. */
const mostTold = 10;

/** A review that everybody reads, held until the transaction ends. */
export async function lockShownReview(tx: Tx, id: string): Promise<{ id: string } | undefined> {
  return await tx
    .selectFrom('reviews')
    .innerJoin('listings', 'listings.id', 'reviews.listing_id')
    .select('reviews.id')
    .where('reviews.id', '=', id)
    .where('reviews.hidden', '=', false)
    .where('listings.is_active', '=', true)
    .forUpdate('reviews')
    .executeTakeFirst();
}

/** Keeps a report; of one reporter the first. @returns whether it is that. */
export async function insertReport(tx: Tx, report: Insertable<Tables['review_reports']>): Promise<boolean> {
  const made = tx
    .insertInto('review_reports')
    .values(report)
    .onConflict((conflict) => conflict.doNothing());
  return (await made.returning('id').executeTakeFirst()) !== undefined;
}

export async function setAwaitsLook(tx: Tx, id: string, awaits_look: boolean): Promise<void> {
  await tx.updateTable('reviews').set({ awaits_look }).where('id', '=', id).execute();
}

export interface ToldReports {
  review_id: string;
  report_count: number;
  reports: { reason: ReportReason; note: string | null; reported_at: string }[];
}

/** What was reported of each of these reviews, the newest of it first. */
export async function findReports(db: Db, ids: readonly string[]): Promise<ToldReports[]> {
  const { rows } = await sql<ToldReports>`
    select review_id, count(*)::integer as report_count, to_json((array_agg(json_build_object('reason', reason, 'note', note,
      'reported_at', reported_at) order by reported_at desc, id desc))[1:${sql.lit(mostTold)}]) as reports
    from review_reports where review_id = ${anyOf(ids)} group by review_id`.execute(db);
  return rows;
}

/** Forgets what was reported before an instant. */
export async function deleteReportsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'review_reports', { where: sql`reported_at < ${instant}`, orderBy: sql`reported_at` });
}
