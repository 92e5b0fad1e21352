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

/** As connections are rarely as many at once, those that count at the same time wait for each other rarely. */
const parts = 16;

/** Counts a scan of a code that none of our keys made. */
export async function countWrongCode(db: Db, now: Date, isInvented: boolean): Promise<void> {
  const [invented, mistyped] = isInvented ? [1, 0] : [0, 1];
  await sql`
    insert into wrong_codes as known (hour, part, mistyped, invented)
    values (date_trunc('hour', ${now}::timestamptz, 'UTC'), pg_backend_pid() % ${sql.lit(parts)}, ${mistyped}, ${invented})
    on conflict (hour, part) do update
      set mistyped = known.mistyped + excluded.mistyped, invented = known.invented + excluded.invented`.execute(db);
}

/** How many scans there were of such codes in the hours that began after an instant. */
export async function sumWrongCodes(db: Db, since: Date): Promise<{ mistyped: number; invented: number }> {
  const { rows } = await sql<{ mistyped: number; invented: number }>`
    select coalesce(sum(mistyped), 0)::integer as mistyped, coalesce(sum(invented), 0)::integer as invented
    from wrong_codes where hour > ${since}`.execute(db);
  return rows[0]!;
}

/** Forgets how many there were before an instant. */
export async function deleteWrongCodesBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'wrong_codes', { where: sql`hour < ${instant}`, orderBy: sql`hour` });
}
