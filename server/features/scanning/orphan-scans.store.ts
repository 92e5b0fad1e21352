import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';

/** Deletes the scans before an instant that credit nobody. */
export async function deleteOrphanScansBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'orphan_scans', { where: sql`scanned_at < ${instant}`, orderBy: sql`scanned_at` });
}

/** Deletes the codes that were scanned last before an instant and credited nobody. */
export async function deleteOrphanCodesBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'orphan_codes', { where: sql`last_at < ${instant}`, orderBy: sql`last_at` });
}

const worth = sql`(reason <> 'mistyped'), scans, last_at`;

/** Deletes those of least worth beyond so many: first what we never made, which anybody can invent, then the rarest, then the oldest. */
export async function deleteOrphanCodesBeyond(db: Db, most: number): Promise<void> {
  type Worth = { ours: boolean; scans: number; last_at: Date };
  const { rows } = await sql<Worth>`
    select reason <> 'mistyped' as ours, scans, last_at from orphan_codes
    order by (reason <> 'mistyped') desc, scans desc, last_at desc offset ${most} limit 1`.execute(db);
  const last = rows[0];
  if (!last) return;
  const where = sql`(${worth}) <= (${last.ours}, ${last.scans}, ${last.last_at})`;
  await deleteInBatches(db, 'orphan_codes', { where, orderBy: worth });
}
