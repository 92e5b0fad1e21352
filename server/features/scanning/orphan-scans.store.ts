import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';

/** Deletes the scans before an instant that credit nobody. */
export async function deleteOrphanScansBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'orphan_scans', { where: sql`scanned_at < ${instant}`, orderBy: sql`scanned_at` });
}
