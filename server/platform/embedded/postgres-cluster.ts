import { createHash } from 'node:crypto';
import {
  chmod,
  chown,
  lchown,
  lstat,
  mkdir,
  mkdtemp,
  open,
  readdir,
  readlink,
  realpath,
  rename,
  rm,
  stat,
  symlink,
} from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, dirname, join, resolve } from 'node:path';
import { PostgresStartError, type SystemUser, startProgram, systemFolder, wayOut } from './postgres-binaries.ts';
import { superuserRole } from './postgres-roles.ts';

/** Where the cluster's files are, and who they belong to (without a user: oneself). */
export interface Cluster {
  folder: string;
  user: SystemUser | undefined;
}

// PostgreSQL refuses root. The server needs no entry in /etc/passwd, so a number nobody uses keeps its files from all
// others; initdb does need one, so it borrows a user that every system has (macOS counts nobody as -2, which spawn refuses).
const serverUser: SystemUser = { uid: 65532, gid: 65532 };
const initdbUser: SystemUser = process.platform === 'darwin' ? { uid: 1, gid: 1 } : { uid: 65534, gid: 65534 };

/** While this file lies in a cluster it is being restored, and is no database of ours yet. */
export const beingRestored = 'holoholo-being-restored';

/** @throws PostgresStartError where a cluster was not restored to its end */
export async function requireRestored({ folder }: Cluster, dataDir: string): Promise<void> {
  if (await statOf(join(folder, beingRestored)))
    throw new PostgresStartError(
      `The database of ${dataDir} was not restored to its end: say npm run db -- restore-to again, which begins anew.`,
    );
}

/** The names of scratch folders that a start killed half-way can leave beside the cluster. */
const scratchPrefix = (folder: string) => `${folder}.initdb-`;

const shortHash = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 12);
const statOf = (path: string) => stat(path).catch(() => undefined);

/**
 * Decides where the cluster of a data folder is and which user runs it. That is DATA_DIR/postgres; or, when root starts
 * it in a folder that the server's user cannot reach, a folder below /var/lib that DATA_DIR/postgres links to.
 */
export async function placeCluster(dataDir: string, note: (line: string) => void): Promise<Cluster> {
  const entry = join(dataDir, 'postgres');
  const link = await readlink(entry).catch(() => undefined);
  const target = link === undefined ? entry : resolve(dataDir, link);
  const folder = await realpath(target).catch(() => target);
  const found = await statOf(folder);
  // An interrupted first start leaves the folder above it; a machine that lost it has neither.
  if (link !== undefined && !found && !(await statOf(dirname(folder)))) {
    throw new PostgresStartError(
      `The database of ${dataDir} should be in ${folder}, which is gone: bring it back, or remove the link ${entry} to begin anew.`,
    );
  }
  const self = process.getuid?.() ?? 0;
  if (self !== 0) {
    if (!found || found.uid === self) return { folder, user: undefined };
    throw new PostgresStartError(
      `The database in ${folder} belongs to user ${found.uid}: start as that user or as root, or use another DATA_DIR.`,
    );
  }
  if (found && found.uid !== 0) return { folder, user: { uid: found.uid, gid: found.gid } };
  if (found) await giveTo(serverUser, folder); // a copy that root made, for one
  if (found || link !== undefined || (await canUse(serverUser, dataDir))) return { folder, user: serverUser };
  return { folder: await placeOutside(dataDir, entry, note), user: serverUser };
}

async function placeOutside(dataDir: string, entry: string, note: (line: string) => void): Promise<string> {
  const folder = join(systemFolder, shortHash(dataDir), 'postgres');
  await mkdir(dirname(folder), { recursive: true });
  for (const path of [systemFolder, dirname(folder)]) await chmod(path, 0o755);
  if (await statOf(folder)) {
    // Its DATA_DIR was removed: who does that expects an empty database, and may yet regret it.
    await rm(`${folder}.removed`, { recursive: true, force: true });
    await rename(folder, `${folder}.removed`);
    note(`The database of an earlier ${dataDir} was put aside as ${folder}.removed.`);
  }
  await symlink(folder, entry);
  note(`The database is in ${folder}: its own unprivileged user cannot reach ${dataDir}.`);
  return folder;
}

/** Removes a data folder with its cluster, wherever that was placed, and what an earlier one of that name left. Nothing may be running there. */
export async function removeCluster(dataDir: string): Promise<void> {
  const own = join(await realpath(dirname(dataDir)), basename(dataDir));
  // Only root places any outside.
  if (process.getuid?.() === 0) await rm(join(systemFolder, shortHash(own)), { recursive: true, force: true });
  await rm(dataDir, { recursive: true, force: true });
}

/** Whether a user can reach a folder and own files in it; some mounted file systems let nobody but one. */
async function canUse(user: SystemUser, folder: string): Promise<boolean> {
  const { code } = await startProgram('/bin/sh', ['-c', 'cd "$1"', 'sh', folder], { user }).exited;
  if (code !== 0) return false;
  const trial = await mkdtemp(scratchPrefix(join(folder, 'postgres')));
  try {
    await chown(trial, user.uid, user.gid);
    return (await stat(trial)).uid === user.uid;
  } catch {
    return false;
  } finally {
    await rm(trial, { recursive: true });
  }
}

async function giveTo(user: SystemUser, folder: string): Promise<void> {
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    await lchown(join(entry.parentPath, entry.name), user.uid, user.gid);
  }
  await chmod(folder, 0o700);
  await chown(folder, user.uid, user.gid); // last: its owner says that all of it was given
}

/**
 * Makes the cluster if there is none: in a scratch folder that gets its name once it is whole and on disk, as an initdb
 * killed half-way leaves a folder that can be neither started nor made again. Clears away what such a one left.
 */
export async function ensureCluster({ folder, user }: Cluster, binaries: string): Promise<void> {
  const beside = await readdir(dirname(folder));
  for (const name of beside.filter((name) => name.startsWith(scratchPrefix(basename(folder))))) {
    await rm(join(dirname(folder), name), { recursive: true, force: true, maxRetries: 5 }).catch(() => {});
  }
  if (await statOf(join(folder, 'PG_VERSION'))) return;
  if ((await readdir(folder).catch(() => [])).length > 0) {
    throw new PostgresStartError(`${folder} holds something that is no database: move it away. ${wayOut}`);
  }
  const scratch = await mkdtemp(scratchPrefix(folder));
  try {
    await initialise(scratch, user, binaries);
    await rename(scratch, folder);
    const parent = await open(dirname(folder));
    await parent.sync().finally(() => parent.close());
  } catch (error) {
    await rm(scratch, { recursive: true, force: true });
    throw error;
  }
}

async function initialise(scratch: string, user: SystemUser | undefined, binaries: string): Promise<void> {
  const initdb = join(binaries, 'initdb');
  if (user) await chown(scratch, initdbUser.uid, initdbUser.gid);
  // The builtin provider sorts and folds alike on all systems. The locale only tells pg_trgm and text search what a
  // letter is: systems without C.UTF-8 may have the second, and the last exists everywhere.
  for (const letters of ['C.UTF-8', 'en_US.UTF-8', 'C']) {
    const { code, output } = await startProgram(
      initdb,
      // biome-ignore format: pairs
      ['-D', scratch, '-U', superuserRole, '--auth=trust', '--encoding=UTF8', '--locale-provider=builtin',
        '--builtin-locale=C.UTF-8', '--locale=C', `--lc-ctype=${letters}`, '--data-checksums', '--no-instructions',
        ...(user ? ['--no-sync'] : [])],
      { user: user && initdbUser },
    ).exited;
    if (code === 0) break;
    if (letters !== 'C' && output.includes('locale')) continue;
    if (output.includes('effective user ID')) {
      throw new PostgresStartError(
        `The embedded PostgreSQL needs its user (${(user ? initdbUser.uid : process.getuid?.()) ?? ''}) to be in /etc/passwd. ${wayOut}`,
      );
    }
    const lines = output.trim().split('\n');
    throw new PostgresStartError(
      `The database could not be made: ${lines.find((line) => /error:|FATAL:/.test(line)) ?? lines.at(-1)}. ${wayOut}`,
    );
  }
  if (!user) return;
  await giveTo(user, scratch);
  const { code, output } = await startProgram(initdb, ['--sync-only', '-D', scratch], { user }).exited;
  if (code !== 0)
    throw new PostgresStartError(`The database could not be written to disk: ${output.trim()}. ${wayOut}`);
}

/** Makes the private folder of the server's socket; its name follows from the data folder, short enough for a socket. */
export async function makeSocketFolder(dataDir: string, user: SystemUser | undefined): Promise<string> {
  const uid = user?.uid ?? process.getuid?.() ?? 0;
  const name = `holoholo-${shortHash(dataDir)}-${uid}`;
  const own = join(tmpdir(), name);
  const folder = user || own.length > 85 ? join('/tmp', name) : own;
  await mkdir(folder, { mode: 0o700 }).catch((error) => {
    if (error.code !== 'EEXIST') throw error;
  });
  const found = await lstat(folder);
  if (!found.isDirectory() || (found.uid !== uid && found.uid !== process.getuid?.())) {
    throw new PostgresStartError(`${folder} was made by somebody else and is in the way: remove it. ${wayOut}`);
  }
  await chmod(folder, 0o700);
  if (user) await chown(folder, user.uid, user.gid);
  return folder;
}
