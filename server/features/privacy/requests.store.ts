import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';

/** Notes that somebody asks for their data as a file. @returns the request's id */
export async function insertExport(tx: Tx, userId: string, now: Date): Promise<string> {
  const request = { kind: 'export', user_id: userId, asked_at: now };
  return (await tx.insertInto('privacy_requests').values(request).returning('id').executeTakeFirstOrThrow()).id;
}

/** Says how a request ended. */
export async function endRequest(db: Db, id: string, state: 'done' | 'failed', now: Date): Promise<void> {
  await db
    .updateTable('privacy_requests')
    .set({ state, ended_at: now, sought: null })
    .where('id', '=', id)
    .where('state', '=', 'under_way')
    .execute();
}

/** Forgets requests that ended before an instant. */
export async function deleteRequestsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'privacy_requests', {
    where: sql`ended_at < ${instant}`,
    orderBy: sql`ended_at`,
  });
}
