import { type Insertable, type Selectable, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db, Tx } from '../database/database.ts';

export type UploadRow = Selectable<Tables['uploads']>;

const columns = [
  ...(['id', 'purpose', 'user_id', 'organisation_id', 'name', 'bytes', 'media_type', 'sha256'] as const),
  ...(['created_at', 'expires_at', 'claimed_at'] as const),
];

export async function insertUpload(tx: Tx, upload: Insertable<Tables['uploads']>): Promise<void> {
  await tx.insertInto('uploads').values(upload).execute();
}

/** One that the tenant of the transaction sees. */
export async function findUpload(tx: Tx, id: string): Promise<UploadRow | undefined> {
  return await tx.selectFrom('uploads').select(columns).where('id', '=', id).executeTakeFirst();
}

/** Claims one that the tenant of the transaction sees, that is for this, and that nobody has claimed before its time was over. */
export async function claimRow(tx: Tx, id: string, purpose: string, now: Date): Promise<UploadRow | undefined> {
  return await tx
    .updateTable('uploads')
    .set({ claimed_at: now })
    .where('id', '=', id)
    .where('purpose', '=', purpose)
    .where('claimed_at', 'is', null)
    .where('expires_at', '>', now)
    .returning(columns)
    .executeTakeFirst();
}

/** Says that a claimed one is needed no more; its file goes with the next `tidyUploadFiles`. */
export async function deleteUpload(db: Db, id: string): Promise<void> {
  await db.deleteFrom('uploads').where('id', '=', id).execute();
}

/** Takes away those whose time is over; their files go with the next `tidyUploadFiles`. */
export async function deleteExpiredUploads(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, 'uploads', {
    where: sql`expires_at <= ${now} and claimed_at is null`,
    orderBy: sql`expires_at`,
  });
}

/** Which of these there are. */
export async function findUploadIds(db: Db, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const { rows } = await sql<{ id: string }>`select id from uploads where id = any(${ids}::uuid[])`.execute(db);
  return new Set(rows.map(({ id }) => id));
}
