import { sql } from 'kysely';
import type { Db } from '../database/database.ts';

/** When a visit scanned for the first time; nothing where it has not, or is somebody else's. */
export async function findFirstScan(db: Db, visitHash: Buffer, userId: string | undefined): Promise<Date | undefined> {
  const row = await db
    .selectFrom('visits as v')
    .innerJoin('scans as s', 's.visit_id', 'v.id')
    .select('s.scanned_at')
    .where('v.token_hash', '=', visitHash)
    .where((of) => of.or([of('v.user_id', 'is', null), of('v.user_id', '=', userId ?? null)]))
    .orderBy('s.scanned_at')
    .limit(1)
    .executeTakeFirst();
  return row?.scanned_at;
}

/** Which of these visits there are. */
export async function findKnownVisits(db: Db, hashes: readonly Buffer[]): Promise<Buffer[]> {
  const rows = await db
    .selectFrom('visits')
    .select('token_hash')
    .where(sql<boolean>`token_hash = any(${hashes}::bytea[])`)
    .execute();
  return rows.map(({ token_hash }) => token_hash);
}
