import { sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db } from '../../platform/database/database.ts';

/** The key of a month, as `2026-11`: the offered one, unless there is one already. */
export async function keepNetworkKey(db: Db, offered: { month: string; key: Buffer }): Promise<Buffer> {
  await db
    .insertInto('network_keys')
    .values(offered)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const { month } = offered;
  const kept = await db.selectFrom('network_keys').select('key').where('month', '=', month).executeTakeFirstOrThrow();
  return kept.key;
}

/** Forgets the keys of a month and of all before it. */
export async function deleteNetworkKeysUpTo(db: Db, month: string): Promise<void> {
  await deleteInBatches(db, 'network_keys', { where: sql`month <= ${month}`, orderBy: sql`month` });
}
