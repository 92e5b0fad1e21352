import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';

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
  if (hosts.length) await sql`delete from embed_hosts where host = any(${hosts}::text[])`.execute(tx);
}

export async function insertHosts(tx: Tx, hosts: readonly string[], userId: string, now: Date): Promise<void> {
  if (hosts.length)
    await sql`
      insert into embed_hosts (host, added_at, added_by)
      select host, ${now}, ${userId} from unnest(${hosts}::text[]) as host`.execute(tx);
}
