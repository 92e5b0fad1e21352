import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Connection, type Database, openDatabase } from '../server/platform/database/database.ts';
import { isRoleMissing } from '../server/platform/database/database-errors.ts';
import { ownerRole, startEmbeddedPostgres } from '../server/platform/embedded/postgres.ts';
import type { Settings } from '../server/platform/settings.ts';
import { oneLine } from './one-line.ts';

/** A database for the length of a command. */
export interface ReachedDatabase extends Database {
  connection: Connection;
  /** Closes it, and stops the server if this command had started it. */
  leave(): Promise<void>;
}

/** Where a running server of ours on this data folder listens, as PostgreSQL's own lock file says. */
export function findRunning(dataDir: string): Exclude<Connection, { url: string }> | undefined {
  try {
    const [, , , port, socketDir] = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
    return socketDir ? { socketDir, port: Number(port), database: 'holoholo', user: ownerRole } : undefined;
  } catch {
    return undefined;
  }
}

/**
 * The database of these settings, for the operator's commands and therefore as its owner: the one that is set
 * (DATABASE_MIGRATION_URL, else DATABASE_URL), else our own, which is started if it does not run.
 * @param make whether a data folder without a database gets one.
 * @throws Error in one line when there is none, or it does not answer.
 */
export async function reachDatabase(
  { databaseUrl, migrationUrl, dataDir }: Settings,
  { make = false, statementSeconds = 60 }: { make?: boolean; statementSeconds?: number } = {},
): Promise<ReachedDatabase> {
  if (migrationUrl) {
    const setting = migrationUrl === databaseUrl ? 'DATABASE_URL' : 'DATABASE_MIGRATION_URL';
    return await open({ url: migrationUrl }, statementSeconds, async () => {}, setting);
  }
  const running = findRunning(dataDir);
  const opened = running && (await open(running, statementSeconds, async () => {}).catch(() => undefined));
  if (opened) return opened;
  if (!make && !existsSync(join(dataDir, 'postgres')))
    throw new Error(`there is no database in ${dataDir} (DATA_DIR).`);
  const embedded = await startEmbeddedPostgres({ dataDir, note: () => {} });
  return await open({ ...embedded, user: ownerRole }, statementSeconds, () => embedded.stop());
}

async function open(
  connection: Connection,
  statementSeconds: number,
  stop: () => Promise<void>,
  setting = '',
): Promise<ReachedDatabase> {
  const database = openDatabase(connection, { max: 4, onError: () => {}, statementSeconds });
  const leave = async () => {
    await database.close();
    await stop();
  };
  // The role of the application may not be there yet; any other silence is the end.
  await database.pool.query('select 1').catch(async (error: Error) => {
    if (isRoleMissing(error)) return;
    await leave();
    if (!('url' in connection)) throw error;
    throw new Error(`the database of ${setting} does not answer: ${oneLine(error)}`);
  });
  return { ...database, connection, leave };
}
