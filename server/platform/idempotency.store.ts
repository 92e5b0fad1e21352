import { sql } from 'kysely';
import { deleteInBatches } from './batches.store.ts';
import type { Db, Tx } from './database.ts';
import type { KeyedCall, Made } from './idempotency.ts';

/** Takes a key for this transaction; false when it was taken before. Waits for another transaction that has it in hand. */
export async function takeKey(tx: Tx, call: KeyedCall, now: Date): Promise<boolean> {
  const taken = await tx
    .insertInto('idempotency_keys')
    .values({
      scope: call.scope,
      endpoint: call.endpoint,
      key: call.key,
      request_hash: call.requestHash,
      created_at: now,
    })
    .onConflict((conflict) => conflict.columns(['scope', 'endpoint', 'key']).doNothing())
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

/** Gives a key back that was taken at an instant. */
export async function releaseKey(db: Db, { scope, endpoint, key }: KeyedCall, takenAt: Date): Promise<void> {
  await db
    .deleteFrom('idempotency_keys')
    .where('scope', '=', scope)
    .where('endpoint', '=', endpoint)
    .where('key', '=', key)
    .where('created_at', '=', takenAt)
    .execute();
}

/** Forgets keys older than an instant. */
export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', { where: sql`created_at < ${before}`, orderBy: sql`created_at` });
}
