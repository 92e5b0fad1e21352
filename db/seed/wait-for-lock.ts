import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import type { Tx } from '../../server/platform/database/database.ts';

/**
 * Takes an advisory lock until the transaction's end, as soon as nobody else has it. It asks again and again: a statement that
 * waits ends with the pool's limit for locks, and who has it may load for longer than that.
 */
export async function waitForLock(tx: Tx, lock: number): Promise<void> {
  const ask = sql<{ taken: boolean }>`select pg_try_advisory_xact_lock(${lock}) as taken`;
  while (!(await ask.execute(tx)).rows[0]?.taken) await sleep(100);
}
