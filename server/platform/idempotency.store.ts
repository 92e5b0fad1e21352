import { sql } from 'kysely';
import { deleteInBatches } from './database/batches.store.ts';
import type { Db, Tx } from './database/database.ts';
import type { KeyedCall, Made } from './idempotency.ts';

/** Takes a key for this transaction; false when it was taken before. Waits for another transaction that has it in hand. */
export async function takeKey(tx: Tx, { scope, endpoint, key, requestHash }: KeyedCall, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({ scope, endpoint, key, request_hash: requestHash, created_at: now })
    .onConflict((same) => same.columns(['scope', 'endpoint', 'key']).doNothing())
    .returning('key')
    .executeTakeFirst();
  return taken !== undefined;
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
export async function findKey(db: Db, { scope, endpoint, key }: KeyedCall) {
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply', 'reference', 'created_at'])
    .where('scope', '=', scope)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
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
