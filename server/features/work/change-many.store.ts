import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

interface Deletion {
  asked_at: string;
  of: string[];
  state: string;
}

/** When long work of a kind was asked to delete things, which, and what has become of it. */
export async function findDeletion(db: Db, kind: string, work: string): Promise<Deletion | undefined> {
  const { rows } = await sql<Deletion>`
    select parameters ->> 'asked_at' as asked_at, parameters -> 'of' as of, state from long_work
    where id = ${work}::uuid and kind = ${kind} and parameters ->> 'action' = 'delete'`.execute(db);
  return rows[0];
}

/** How many of its things a change has been through, and what its file tells of them. */
export interface Taken<Told> {
  taken: number;
  changed: Told[];
}

/** How far a change came; held until the transaction ends. */
export async function lockTaken<Told>(tx: Tx, work: string): Promise<Taken<Told>> {
  const { rows } = await sql<Taken<Told>>`
    select coalesce((parameters -> 'taken')::integer, 0) as taken, coalesce(parameters -> 'changed', '[]') as changed
    from long_work where id = ${work}::uuid for update`.execute(tx);
  return rows[0]!;
}

/** Keeps with the work how far a change came. */
export async function putTaken(tx: Tx, work: string, so: Taken<unknown>): Promise<void> {
  await sql`update long_work set parameters = parameters || ${JSON.stringify(so)}::jsonb where id = ${work}::uuid`.execute(
    tx,
  );
}
