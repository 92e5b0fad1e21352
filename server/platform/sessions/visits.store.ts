import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** Which of these visits there are. */
export async function findKnownVisits(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('visits')
    .select('token_hash')
    .where(sql<boolean>`token_hash = any(${hashes}::bytea[])`)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}
