import { sql } from 'kysely';
import { deleteInBatches } from './batches.store.ts';
import type { Db, Tx } from './database.ts';

export interface KeyedCall {
  scope: string;
  endpoint: string;
  key: string;
  requestHash: Buffer;
}

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

export async function keepReply(tx: Tx, call: KeyedCall, status: number, reply: string): Promise<void> {
  await tx
    .updateTable('idempotency_keys')
    .set({ status, reply })
    .where('scope', '=', call.scope)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .execute();
}

export async function findReply(db: Db, call: KeyedCall) {
  return await db
    .selectFrom('idempotency_keys')
    .select(['request_hash', 'status', 'reply'])
    .where('scope', '=', call.scope)
    .where('endpoint', '=', call.endpoint)
    .where('key', '=', call.key)
    .executeTakeFirst();
}

/** Forgets keys older than an instant. */
export async function deleteOldKeys(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'idempotency_keys', sql`created_at < ${before}`);
}
