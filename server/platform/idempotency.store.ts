import { sql } from 'kysely';
import { deleteInBatches } from './database/batches.store.ts';
import type { Db, Tx } from './database/database.ts';
import type { KeyedCall, Made } from './idempotency.ts';

/** Takes a key for this transaction; false when it was taken before. Waits for another transaction that has it in hand. */
export async function takeKey(tx: Tx, { earlier, ...call }: KeyedCall, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into idempotency_keys (scope, endpoint, key, request_hash, created_at)
    select ${call.scope}, ${call.endpoint}, ${call.key}, ${call.requestHash}, ${now}
    where not exists (
      select from idempotency_keys where scope = any(${earlier.scopes}) and endpoint = ${earlier.endpoint} and key = ${call.key}
    )
    on conflict (scope, endpoint, key) do nothing
    returning key`.execute(tx);
  return rows.length > 0;
}

/** Keeps what a call made, with its key. */
export async function keepReference(tx: Tx, { scope, endpoint, key }: KeyedCall, made: Made): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set(made)
    .where('scope', '=', scope)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .execute();
}

/** What is kept of an answered call. */
export async function findKey(db: Db, { scope, endpoint, key, earlier }: KeyedCall) {
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply', 'reference', 'created_at'])
    .where('key', '=', key)
    .where(({ and, eb, or }) =>
      or([
        and([eb('scope', '=', scope), eb('endpoint', '=', endpoint)]),
        and([eb('scope', '=', sql<string>`any(${earlier.scopes})`), eb('endpoint', '=', earlier.endpoint)]),
      ]),
    )
    .limit(1)
    .executeTakeFirst();
}

/** Which taking of a key is meant: one call may take its key several times in one instant, each time for another reference. */
export interface Taken {
  at: Date;
  reference: string;
}

/** Gives a key back, where it is still held by this taking of it. */
export async function releaseKey(db: Db, { scope, endpoint, key }: KeyedCall, taken: Taken): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .where('created_at', '=', taken.at)
    .where('reference', '=', taken.reference)
    .execute();
}

/** Forgets keys older than an instant. */
export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', { where: sql`created_at < ${before}`, orderBy: sql`created_at` });
}
