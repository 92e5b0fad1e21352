import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

interface Deletion {
  asked_at: string;
  of: string[];
  state: string;
}

/** When long work was asked to delete listings, which, and what has become of it. */
export async function findDeletion(db: Db, work: string): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    select parameters ->> 'asked_at' as asked_at, parameters -> 'of' as of, state from long_work
    where id = ${work}::uuid and kind = 'listings-change' and parameters ->> 'action' = 'delete'`.execute(db);
  return rows[0];
}

/** How many of its listings a change has been through, and those that it changed; held until the transaction ends. */
export async function lockTaken(tx: Tx, work: string): Promise<{ taken: number; changed: number[] }> {
  const { rows } = await sql<{ taken: number; changed: number[] }>`
    select coalesce((parameters -> 'taken')::integer, 0) as taken, coalesce(parameters -> 'changed', '[]') as changed
    from long_work where id = ${work}::uuid for update`.execute(tx);
  return rows[0]!;
}

/** Keeps with the work how far a change came. */
export async function putTaken(tx: Tx, work: string, so: { taken: number; changed: number[] }): Promise<void> {
  await sql`update long_work set parameters = parameters || ${JSON.stringify(so)}::jsonb where id = ${work}::uuid`.execute(
    tx,
  );
}
