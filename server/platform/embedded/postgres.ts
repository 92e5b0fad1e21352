import { realpath, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../data-folder.ts';
import { type Lock, lockFile } from './folder-lock.ts';
import { PostgresStartError, preparePostgresBinaries, wayOut } from './postgres-binaries.ts';
import { beingRestored, ensureCluster, makeSocketFolder, placeCluster, requireRestored } from './postgres-cluster.ts';
import { database, ownerRole, superuserRole } from './postgres-roles.ts';
import { endServer, launchServer, port } from './postgres-server.ts';

export { beingRestored, ownerRole, PostgresStartError, placeCluster, superuserRole };

/** A running PostgreSQL of our own; connect over its socket as `ownerRole` or a role made by it, without a password. */
export interface EmbeddedPostgres {
  socketDir: string;
  port: number;
  database: string;
  /** Where its files really are. */
  dataDir: string;
  /** Ends it cleanly (work under way is rolled back) and frees the data folder. May be called more than once. */
  stop(): Promise<void>;
  /** Settles when PostgreSQL ends without having been told to, with its exit code; never otherwise. */
  exited: Promise<number | null>;
}

/**
 * Starts the PostgreSQL 18 that comes with the npm packages, with its data under DATA_DIR/postgres, making the cluster
 * and the database at the first start and recovering what a crash left behind. It listens on a private unix socket only,
 * runs as an unprivileged user when we are root, and stops when this process dies, however it dies.
 * @param options.dataDir absolute DATA_DIR. Its log is postgres.log in there.
 * @param options.note told, in one line each, what a person should know (the data is elsewhere; a recovery takes long).
 * @param options.settings server settings above or instead of ours.
 * @param options.patienceMs how long it may take until it answers; two minutes unless told.
 * @param options.signal ends the start. @param options.isRestoring whether one may be started that is still being restored.
 * @throws PostgresStartError when it cannot start, or another process has started one on this DATA_DIR.
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  note(line: string): void;
  settings?: Record<string, string>;
  patienceMs?: number;
  signal?: AbortSignal | undefined;
  isRestoring?: boolean;
}): Promise<EmbeddedPostgres> {
  try {
    makeFolder(options.dataDir);
    const dataDir = await realpath(options.dataDir);
    const lock = takeLock(dataDir);
    try {
      return await startLocked({ ...options, dataDir }, lock);
    } catch (error) {
      lock.close();
      throw error;
    }
  } catch (error) {
    options.signal?.throwIfAborted();
    if (error instanceof PostgresStartError) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new PostgresStartError(`The embedded PostgreSQL could not start: ${reason}. ${wayOut}`, { cause: error });
  }
}

/** Takes the data folder for this process. */
function takeLock(dataDir: string): Lock {
  const file = join(dataDir, 'postgres.lock');
  try {
    const lock = lockFile(file);
    if (lock) return lock;
  } catch (error) {
    const { message } = error as Error;
    throw new PostgresStartError(`${file} cannot be locked (${message}): may this user write there? ${wayOut}`);
  }
  throw new PostgresStartError(
    `Another server is running on ${dataDir}: stop it first, or give this one another DATA_DIR.`,
  );
}

async function startLocked(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  lock: Lock,
): Promise<EmbeddedPostgres> {
  const { dataDir, note } = options;
  const cluster = await placeCluster(dataDir, note);
  if (!options.isRestoring) await requireRestored(cluster, dataDir);
  const binaries = await preparePostgresBinaries(cluster.user);
  await ensureCluster(cluster, binaries);
  const socketDir = await makeSocketFolder(dataDir, cluster.user);
  const logFile = join(dataDir, 'postgres.log');
  const server = await launchServer({ ...options, cluster, binaries, socketDir, logFile }).catch(async (error) => {
    await rm(socketDir, { recursive: true, force: true });
    throw error;
  });
  let stopped: Promise<void> | undefined;
  return {
    socketDir,
    port,
    database,
    dataDir: cluster.folder,
    exited: new Promise((settle) => {
      server.exited.then(({ code }) => stopped ?? settle(code));
    }),
    stop() {
      stopped ??= endServer(server)
        .then(() => rm(socketDir, { recursive: true, force: true }))
        .finally(() => lock.close());
      return stopped;
    },
  };
}
