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

/** That a visit `v` began with a code: nobody has signed in to it, or it has scanned. One that began with a sign-in is somebody's from then on. */
export const beganWithCode = sql<boolean>`(v.user_id is null or exists (select from scans s where s.visit_id = v.id))`;

/** Whether there is a visit that began with a code. */
export async function hasBegunWithCode(db: Db, visitHash: Buffer): Promise<boolean> {
  const { rows } = await sql`
    select from visits v where v.token_hash = ${visitHash} and ${beganWithCode}`.execute(db);
  return rows.length > 0;
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
