import pg from 'pg';
import { type Connection, clientConfig } from '../database/database.ts';
import { awaitUpdate } from '../database/update-turns.store.ts';
import { type BackupHeader, writeBackupFile } from './backup-file.ts';
import { copyOut } from './copy-rows.store.ts';

/** A connection of the owner that may take as long as it needs, and writes values in the same way everywhere. */
export async function connectAsOwner(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(connection), application_name: 'holoholo backup' });
  client.on('error', () => {}); // told by the statement it ends
  await client.connect();
  await client.query(`set statement_timeout = 0; set idle_in_transaction_session_timeout = 0;
    set timezone = 'UTC'; set datestyle = 'ISO'; set intervalstyle = 'iso_8601'; set bytea_output = 'hex'`);
  return client;
}

/** Work that waits; what recurs asks for itself again. */
export const jobTable = 'jobs.job';
export const quoted = (columns: readonly string[]) => columns.map((name) => `"${name}"`).join(', ');

/**
 * Writes every table, as it is at one moment, to one file. The server goes on meanwhile.
 * @param signal ends it, in the middle of a table as well, with nothing written
 * @throws Error when the file is there already, or the database cannot be read
 */
export async function backUp(
  connection: Connection,
  file: string,
  now: Date,
  signal?: AbortSignal,
): Promise<{ tables: number; rows: number }> {
  const client = await connectAsOwner(connection);
  const readTable = ({ name, columns }: BackupHeader['tables'][number]) =>
    copyOut(client, `select ${quoted(columns)} from ${name}${name === jobTable ? ' where data is not null' : ''}`);
  // Whatever is in hand then fails.
  const stop = () => void client.end().catch(() => {});
  signal?.addEventListener('abort', stop);
  try {
    await awaitUpdate(client, signal);
    await client.query('begin isolation level repeatable read read only');
    const header = await describe(client, now);
    const rows = await writeBackupFile(file, header, readTable);
    await client.query('commit');
    return { tables: header.tables.length, rows };
  } catch (error) {
    signal?.throwIfAborted();
    throw error;
  } finally {
    signal?.removeEventListener('abort', stop);
    await client.end();
  }
}

/**
 * Tells administrators of a backup that was written, or restored on trial, by hand (`/security`): that the one before failed is settled. A
 * database of the version before has no place for that.
 */
export async function noteByHand(connection: Connection, task: 'backup' | 'backup-check', now: Date): Promise<void> {
  const client = await connectAsOwner(connection);
  try {
    const { rows } = await client.query(`select to_regclass('public.upkeep') is not null as known`);
    if (rows[0].known)
      await client.query(
        `insert into upkeep (task, by_hand_at) values ($1, $2)
          on conflict (task) do update set by_hand_at = excluded.by_hand_at, problem = null`,
        [task, now],
      );
  } finally {
    await client.end();
  }
}

async function describe(client: pg.Client, now: Date): Promise<BackupHeader> {
  const { rows: migrations } = await client.query('select name, checksum from migrations order by name');
  const { rows: sequences } = await client.query(
    `select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
      from pg_sequences where schemaname = 'public' and last_value is not null order by 1`,
  );
  const { rows: months } = await client.query<{ month: string }>(
    `select replace(right(inhrelid::regclass::text, 7), '_', '-') as month from pg_inherits
      where inhparent = 'events'::regclass and inhrelid::regclass::text ~ '_\\d{4}_\\d{2}$' order by 1`,
  );
  return {
    format: 'holoholo backup 1',
    created_at: now.toISOString(),
    migrations,
    tables: await listTables(client),
    sequences,
    event_months: months.map(({ month }) => month),
  };
}

/** All tables but the record of migrations and unlogged ones (counters of the moment), whole ones instead of their partitions, each after those it refers to. */
async function listTables(client: pg.Client): Promise<BackupHeader['tables']> {
  const { rows: tables } = await client.query<{ name: string; columns: string[]; refers_to: string[] }>(
    `select n.nspname || '.' || c.relname as name,
      array(select attname::text from pg_attribute
        where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum) as columns,
      array(select rn.nspname || '.' || r.relname from pg_constraint f
        join pg_class r on r.oid = f.confrelid join pg_namespace rn on rn.oid = r.relnamespace
        where f.conrelid = c.oid and f.contype = 'f' and r.oid <> c.oid) as refers_to
      from pg_class c join pg_namespace n on n.oid = c.relnamespace
      where (n.nspname = 'public' or n.nspname || '.' || c.relname = $1) and c.relkind in ('r', 'p')
        and not c.relispartition and c.relpersistence = 'p' and c.relname <> 'migrations' order by 1`,
    [jobTable],
  );
  const ordered: BackupHeader['tables'] = [];
  let waiting = tables;
  while (waiting.length > 0) {
    const open = new Set(waiting.map(({ name }) => name));
    const ready = waiting.filter(({ refers_to }) => !refers_to.some((name) => open.has(name)));
    if (ready.length === 0) throw new Error(`these tables refer to each other in a circle: ${[...open].join(', ')}`);
    ordered.push(...ready.map(({ name, columns }) => ({ name, columns })));
    waiting = waiting.filter((table) => !ready.includes(table));
  }
  return ordered;
}
