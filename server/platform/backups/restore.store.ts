import { sql } from 'kysely';
import type pg from 'pg';
import type { Connection, Db } from '../database/database.ts';
import { migrate, shippedMigrations } from '../database/migrations.ts';
import { installJobs } from '../jobs/install-jobs.ts';
import { connectAsOwner, quoted } from './backup.store.ts';
import { BackupDamage, type BackupHeader, type BackupPart, readBackupFile } from './backup-file.ts';
import { copyIn } from './copy-rows.store.ts';

/** Tables in which a new database has a row of its own. */
const bornWithRows = ['public.rollup_state', 'public.listing_version', 'public.readiness', 'public.rate_cards'];
/** By which somebody is signed in, or may sign in without being asked: who has ended theirs since would have them again. */
const waysIn = ['public.magic_links', 'public.sessions'];

/**
 * Restores a backup into a database that holds nothing: read through and checked first; then the schema as it was, the rows in
 * one transaction with their numbers compared, and what migrations there have been since. Nobody is signed in there.
 * @param beforehand is told of how many bytes its rows are, and may refuse
 * @throws BackupDamage, and Error when the database is not empty or the backup is of another version
 */
export async function restore(
  connection: Connection,
  file: string,
  beforehand: (bytes: number) => Promise<void> = async () => {},
): Promise<{ tables: number; rows: number }> {
  const { header, bytes } = await check(file);
  await beforehand(bytes);
  await requireEmpty(connection, header);
  await migrate(connection, lastMigrationOf(header));
  await installJobs(connection);
  const rows = await fill(connection, header, file);
  await migrate(connection);
  return { tables: header.tables.length, rows };
}

/** Reads all of it once, so that nothing is begun with a damaged one. */
async function check(file: string): Promise<{ header: BackupHeader; bytes: number }> {
  let header: BackupHeader | undefined;
  let bytes = 0;
  for await (const part of readBackupFile(file)) {
    if (part.kind === 'header') header = part.header;
    if (part.kind === 'rows') bytes += part.bytes.length;
  }
  const { tables } = header!;
  // They become part of statements.
  const odd = tables
    .flatMap(({ name, columns }) => [name, ...columns])
    .find((name) => !/^[a-z_][a-z0-9_.]*$/.test(name));
  if (odd) throw new BackupDamage(`${odd} is no name of a table or a column`);
  return { header: header!, bytes };
}

function lastMigrationOf({ migrations }: BackupHeader): string {
  const shipped = shippedMigrations();
  const stray = migrations.find(({ name }, at) => shipped[at] !== name);
  if (stray) throw new Error(`the backup is of another version of this product, with the migration ${stray.name}`);
  return migrations.at(-1)?.name ?? '';
}

async function requireEmpty(connection: Connection, { migrations, tables }: BackupHeader): Promise<void> {
  const client = await connectAsOwner(connection);
  try {
    const { rows } = await client.query(
      `select name from unnest($1::text[]) name where to_regclass(name) is not null`,
      [['public.migrations', ...tables.map(({ name }) => name)]],
    );
    const there = new Set<string>(rows.map(({ name }) => name));
    for (const name of there) {
      if (name === 'public.migrations' || bornWithRows.includes(name)) continue;
      const { rows: found } = await client.query(`select from ${name} limit 1`);
      if (found.length > 0) throw new Error(`there is data already (${name}): restore into a new DATA_DIR or database`);
    }
    const known = migrations.map(({ name }) => name);
    const { rows: applied } = there.has('public.migrations')
      ? await client.query<{ name: string }>('select name from migrations')
      : { rows: [] };
    if (applied.some(({ name }) => !known.includes(name)))
      throw new Error('the database is newer than the backup: restore into a new DATA_DIR or database');
  } finally {
    await client.end();
  }
}

async function fill(connection: Connection, header: BackupHeader, file: string): Promise<number> {
  const client = await connectAsOwner(connection);
  try {
    await client.query('begin');
    const { rows: applied } = await client.query('select name, checksum from migrations order by name');
    if (JSON.stringify(applied) !== JSON.stringify(header.migrations))
      throw new Error('the backup is of another version of this product: its migrations differ');
    for (const month of header.event_months) await client.query('select make_event_months($1, 0)', [`${month}-15`]);
    const names = header.tables.map(({ name }) => name);
    // What they did is in the rows already, and what they refuse is done here once.
    for (const name of names) await client.query(`alter table ${name} disable trigger user`);
    await client.query(`truncate ${names.join(', ')}`);
    const total = await copyTables(client, header, readBackupFile(file));
    for (const { name, last } of header.sequences) await client.query('select setval($1, $2)', [name, last]);
    // Deferred checks of references come now: a table with such ones pending cannot be altered.
    await client.query('set constraints all immediate');
    for (const name of names) await client.query(`alter table ${name} enable trigger user`);
    // Here, as whatever ends the restore later on leaves a database that looks whole.
    for (const name of waysIn.filter((one) => names.includes(one))) await client.query(`delete from ${name}`);
    await client.query('commit');
    await client.query('analyze');
    return total;
  } finally {
    await client.end();
  }
}

async function copyTables(client: pg.Client, header: BackupHeader, parts: AsyncGenerator<BackupPart>): Promise<number> {
  let total = 0;
  for await (const part of parts) {
    if (part.kind !== 'table') continue;
    const { name } = part;
    const { columns } = header.tables.find((table) => table.name === name)!;
    let written = -1;
    async function* rows(): AsyncGenerator<Buffer> {
      for (;;) {
        const { value } = await parts.next();
        if (value?.kind === 'table-end') written = value.rows;
        if (value?.kind !== 'rows') return;
        yield value.bytes;
      }
    }
    await copyIn(client, name, quoted(columns), rows());
    const { rows: counted } = await client.query(`select count(*)::float8 as count from ${name}`);
    if (counted[0].count !== written) throw new Error(`of ${written} rows of ${name} ${counted[0].count} arrived`);
    total += written;
  }
  return total;
}

/** How large the database is, in MB of 2^20 bytes. PostgreSQL tells that only who may connect to it by themselves, as the role of the application need not. */
export async function megabytesOfDatabase(owner: Connection): Promise<number> {
  const client = await connectAsOwner(owner);
  try {
    const { rows } = await client.query<{ size: number }>(
      'select pg_database_size(current_database())::float8 / 1048576 as size',
    );
    return rows[0]!.size;
  } finally {
    await client.end();
  }
}

/** What all accounts of the ledger come to, in cents; anything but 0 is damage. */
export async function sumOfLedger(db: Db): Promise<number> {
  const { rows } = await sql<{ cents: number }>`
    select coalesce(sum(cents), 0)::bigint as cents from ledger_balances`.execute(db);
  return rows[0]!.cents;
}
