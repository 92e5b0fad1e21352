import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/** When long work was asked to delete listings, and which. */
export async function findDeletion(db: Db, work: string): Promise<{ asked_at: string; of: string[] } | undefined> {
  const { rows } = await sql<{ asked_at: string; of: string[] }>`
    select parameters ->> 'asked_at' as asked_at, parameters -> 'of' as of from long_work
    where id = ${work}::uuid and kind = 'listings-change' and parameters ->> 'action' = 'delete'`.execute(db);
  return rows[0];
}
