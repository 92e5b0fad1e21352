import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { appRole, type Connection, clientConfig } from './database.ts';

const folder = join(import.meta.dirname, '../../db/migrations');

/** Names of the migrations shipped with this version, in order. */
export function shippedMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Applies what is missing, each file in a transaction of its own, as the owner.
 * @param last the name of the last one wanted; all unless told.
 * @returns the names applied now.
 * @throws Error when an applied file was edited since: a landed migration never changes.
 */
export async function migrate(connection: Connection, last?: string): Promise<string[]> {
  const client = new pg.Client({ ...clientConfig(connection), application_name: 'holoholo migrations' });
  await client.connect();
  try {
    await client.query('select pg_advisory_lock($1)', [advisoryLocks.migrations]);
    await client.query(`create table if not exists migrations (
      name text primary key, checksum text not null, applied_at timestamptz not null default now())`);
    const { rows } = await client.query<{ name: string; checksum: string }>('select name, checksum from migrations');
    const applied = new Map(rows.map((row) => [row.name, row.checksum]));
    const fresh: string[] = [];
    for (const name of shippedMigrations()) {
      if (last !== undefined && name > last) break;
      const sql = readFileSync(join(folder, name), 'utf8');
      const checksum = createHash('sha256').update(sql).digest('hex');
      const known = applied.get(name);
      if (known && known !== checksum) throw new Error(`migration ${name} was changed after it had been applied`);
      if (known) continue;
      await apply(client, name, sql, checksum);
      fresh.push(name);
    }
    if (!('url' in connection)) await allowLogin(client);
    return fresh;
  } finally {
    await client.end();
  }
}

/** Behind our own server's private socket nobody has a password; on any other one the role stays without a login. */
async function allowLogin(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select rolcanlogin from pg_roles where rolname = $1', [appRole]);
  if (!rows[0]?.rolcanlogin) await client.query(`alter role ${appRole} login`);
}

async function apply(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  await client.query('begin');
  try {
    await client.query(sql);
    await client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw new Error(`migration ${name}: ${(error as Error).message}`, { cause: error });
  }
}
