import { createHash } from 'node:crypto';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { advisoryLocks } from './advisory-locks.ts';
import { appRole, type Connection } from './database.ts';
import { withClient } from './database-client.ts';
import { grantAdvisoryLocks, requireVersion, revokeTemporaryTables } from './database-requirements.store.ts';
import { awaitBackups } from './update-turns.store.ts';

const folder = join(import.meta.dirname, '../../../db/migrations');

/** Names of the migrations shipped with this version, in order. */
export function shippedMigrations(): string[] {
  return readdirSync(folder)
    .filter((name) => name.endsWith('.sql'))
    .sort();
}

/**
 * Applies what is missing, each file in a transaction of its own unless its first line says otherwise, as the owner.
 * @param last the name of the last one wanted; all unless told.
 * @param note is told what it waits for.
 * @returns the names applied now.
 * @throws DatabaseRefused when the server is too old, and Error when an applied file was edited since: a landed migration
 *   never changes.
 */
export async function migrate(
  connection: Connection,
  last?: string,
  note: (words: string) => void = () => {},
): Promise<string[]> {
  return await withClient(connection, { application_name: 'holoholo migrations' }, async (client) => {
    await requireVersion(client);
    await takeTurn(client);
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
      if (fresh.length === 0) await awaitBackups(client, note);
      await apply(client, name, sql, checksum);
      fresh.push(name);
    }
    const isOurServer = !('url' in connection);
    if (isOurServer) await allowLogin(client);
    await grantAdvisoryLocks(client);
    // On our own server, and in a database that was made just now, no older process can be at work.
    await revokeTemporaryTables(client, isOurServer || applied.size === 0);
    return fresh;
  });
}

/**
 * Waits until no other process migrates. It asks again and again: a statement that waits for the lock holds a snapshot, for whose end
 * an index that is built concurrently would wait in turn.
 */
async function takeTurn(client: pg.Client): Promise<void> {
  const lock = 'select pg_try_advisory_lock($1) as taken';
  while (!(await client.query(lock, [advisoryLocks.migrations])).rows[0].taken) await sleep(200);
}

/** Behind our own server's private socket nobody has a password; on any other one the role stays without a login. */
async function allowLogin(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select rolcanlogin from pg_roles where rolname = $1', [appRole]);
  if (!rows[0]?.rolcanlogin) await client.query(`alter role ${appRole} login`);
}

/** First line of a file whose statements run one by one, each for itself, as `create index concurrently` has to. */
const outsideMark = '-- outside a transaction';

/**
 * A lock that cannot be had in this time is given up and asked for again: whoever comes after a waiting one would wait as well,
 * readers included, and a request has two seconds.
 */
const lockTimeout = '200ms';
/** Stands in nobody's way; it waits for the transactions that began before it, or for single rows, however long they take. */
const patientTimeout = '10min';
const patient = /^(?:(?:create|drop)\s+(?:unique\s+)?index\s+concurrently|with|insert|update|delete)\b/i;
/** How long to wait is not for a file to say: it would rather be let through than let others through. */
const ownTimeout = /^\s*set\s+(?:local\s+)?lock_timeout\s*=[^;]*;/gim;
const attempts = 20;
const longestPauseMs = 5_000;
const lockNotAvailable = '55P03';
const deadlockDetected = '40P01';

async function apply(client: pg.Client, name: string, sql: string, checksum: string): Promise<void> {
  const record = () => client.query('insert into migrations (name, checksum) values ($1, $2)', [name, checksum]);
  for (let attempt = 1; ; attempt++) {
    try {
      const text = sql.replace(ownTimeout, '');
      if (text.startsWith(outsideMark)) await applyOutside(client, text, record);
      else await applyInside(client, text, record);
      return;
    } catch (error) {
      const { code, message } = error as { code?: string; message: string };
      if ((code !== lockNotAvailable && code !== deadlockDetected) || attempt === attempts)
        throw new Error(`migration ${name}: ${message}`, { cause: error });
      await sleep(Math.min(100 * 2 ** attempt, longestPauseMs));
    }
  }
}

async function applyInside(client: pg.Client, sql: string, record: () => Promise<unknown>): Promise<void> {
  await client.query('begin');
  try {
    await client.query(`set local lock_timeout = '${lockTimeout}'; set local statement_timeout = '30min'`);
    await client.query(sql);
    await record();
    await client.query('commit');
  } catch (error) {
    await client.query('rollback');
    throw error;
  }
}

/**
 * Each statement has to be one that may be run again, as after an interruption all of them are. What an interrupted build of an
 * index has left, which is kept up to date and never used, is dropped first.
 */
async function applyOutside(client: pg.Client, sql: string, record: () => Promise<unknown>): Promise<void> {
  await client.query('set statement_timeout = 0');
  try {
    for (const statement of statementsOf(sql)) {
      const index = /^create\s+(?:unique\s+)?index\s+concurrently\s+if\s+not\s+exists\s+(\w+)/i.exec(statement)?.[1];
      await client.query(`set lock_timeout = '${patient.test(statement) ? patientTimeout : lockTimeout}'`);
      if (index) await dropIfInvalid(client, index);
      await client.query(statement);
    }
  } finally {
    await client.query('reset lock_timeout; reset statement_timeout');
  }
  await record();
}

const statementsOf = (sql: string) =>
  sql
    .replace(/^\s*--.*$/gm, '')
    .split(/;\s*$/m)
    .map((statement) => statement.trim())
    .filter(Boolean);

async function dropIfInvalid(client: pg.Client, index: string): Promise<void> {
  const { rowCount } = await client.query(
    'select from pg_index where indexrelid = to_regclass($1) and not (indisvalid and indisready)',
    [`public.${index}`],
  );
  if (rowCount) await client.query(`drop index concurrently if exists public.${index}`);
}
