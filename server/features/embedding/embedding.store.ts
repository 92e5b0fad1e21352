import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database.ts';

/** The allowed hosts by name. */
export async function readHosts(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('embed_hosts').select('host').orderBy('host').execute();
  return rows.map((row) => row.host);
}

/** Lets no other transaction change the list until this one ends. */
export async function lockHosts(tx: Tx): Promise<void> {
  await sql`lock table embed_hosts in share row exclusive mode`.execute(tx);
}

export async function deleteHosts(tx: Tx, hosts: readonly string[]): Promise<void> {
  if (hosts.length) await tx.deleteFrom('embed_hosts').where('host', 'in', hosts).execute();
}

export async function insertHosts(tx: Tx, hosts: readonly string[], userId: string, now: Date): Promise<void> {
  const rows = hosts.map((host) => ({ host, added_at: now, added_by: userId }));
  if (rows.length) await tx.insertInto('embed_hosts').values(rows).execute();
}
