import { closeSync, fchownSync, fstatSync, openSync, readFileSync, renameSync, statSync } from 'node:fs';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { totalmem } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PostgresStartError, type Program, startProgram, wayOut } from './postgres-binaries.ts';
import type { Cluster } from './postgres-cluster.ts';
import { prepareDatabase } from './postgres-roles.ts';

export const port = 5432; // part of the socket's name, no more
const logLimitBytes = 10_000_000;
const standardPatienceMs = 120_000;

const leastBuffers = 64;
const mostBuffers = 512;

/**
 * How much of what it reads the server keeps in its own memory: a sixteenth of what the machine has, or its container may use, as it is not
 * alone there. With too little of it a screen of figures reads its pages anew each time once a year has gone by.
 * @param total bytes of memory of the machine
 * @param allowed bytes that the container may use; 0 where that is not bounded
 */
export function sharedBuffersMegabytes(total = totalmem(), allowed = process.constrainedMemory()): number {
  const bytes = allowed > 0 ? Math.min(total, allowed) : total;
  return Math.min(mostBuffers, Math.max(leastBuffers, Math.floor(bytes / 2 ** 20 / 16)));
}

const standardSettings = {
  listen_addresses: '',
  timezone: 'UTC',
  log_timezone: 'UTC',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  shared_buffers: `${sharedBuffersMegabytes()}MB`,
  max_connections: '64',
  max_wal_size: '256MB',
  min_wal_size: '32MB',
  // Whoever ships the log and stays away must not fill the disk: it then begins anew.
  max_slot_wal_keep_size: '2GB',
  // The log is a plain file: no values of rows in it, neither from an error's detail nor from a statement.
  log_error_verbosity: 'terse',
  log_min_error_statement: 'panic',
};

/** Everything needed to start a server. */
export interface ServerStart {
  cluster: Cluster;
  binaries: string;
  socketDir: string;
  logFile: string;
  note(line: string): void;
  settings?: Record<string, string>;
  /** How long it may take to answer, in milliseconds. */
  patienceMs?: number;
  /** Ends the start. */
  signal?: AbortSignal | undefined;
}

/** Starts the server and waits until its database answers. */
export async function launchServer(start: ServerStart): Promise<Program> {
  const { cluster, socketDir, logFile } = start;
  const formerPid = await endFormerServer(cluster.folder, socketDir);
  for (const name of await readdir(socketDir)) await rm(join(socketDir, name), { force: true });
  const settings = { ...standardSettings, unix_socket_directories: socketDir, port: String(port), ...start.settings };
  const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  // PostgreSQL takes any process with the number in its lock file for a server, but for its ancestors: so it is told
  // that this one is. That no server is alive was looked up, and it still looks for its predecessor's shared memory.
  const env: Record<string, string> = formerPid === undefined ? {} : { PG_GRANDPARENT_PID: formerPid };
  const retryUntil = performance.now() + 5_000;
  for (;;) {
    const log = openLog(logFile, cluster);
    const server = startProgram(join(start.binaries, 'postgres'), ['-D', cluster.folder, ...args], {
      user: cluster.user,
      env,
      logTo: log.descriptor,
    });
    closeSync(log.descriptor);
    try {
      if (await answers(server, start)) return server;
    } catch (error) {
      await endServer(server);
      throw error;
    }
    const { code } = await server.exited;
    const reason = lastWords(logFile, log.from);
    // The processes of a killed server live on for a moment.
    if (!/shared memory block|lock file/.test(reason) || performance.now() > retryUntil) {
      throw new PostgresStartError(
        `The embedded PostgreSQL did not start: ${reason || `exit code ${code}`} (more in ${logFile}). ${wayOut}`,
      );
    }
    await sleep(50);
  }
}

/** Ends a server in order, and at once when that takes more than 10 s. */
export async function endServer(server: Program): Promise<void> {
  if (!server.running) return;
  server.kill('SIGINT');
  const impatient = setTimeout(() => server.kill('SIGQUIT'), 10_000);
  await server.exited;
  clearTimeout(impatient);
}

/**
 * Waits for a server that an earlier process left behind on this cluster, and ends it. Returns the process number in its
 * lock file when that is by now no server of this cluster: a zombie, or another program with the same number.
 */
async function endFormerServer(folder: string, socketFolder: string): Promise<string | undefined> {
  const lines = (await readFile(join(folder, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  if (!pid) return undefined;
  const isOurs = lines[4] === socketFolder;
  for (let waited = 0; await servesCluster(pid, folder); waited += 20) {
    if (isOurs && waited === 0) signal(pid, 'SIGINT');
    if (isOurs && waited === 5_000) signal(pid, 'SIGQUIT');
    if (waited >= (isOurs ? 8_000 : 5_000)) {
      throw new PostgresStartError(`Process ${pid} is a PostgreSQL server on ${folder}: stop it first.`);
    }
    await sleep(20);
  }
  return String(pid);
}

async function servesCluster(pid: number, folder: string): Promise<boolean> {
  if (process.platform === 'linux') return (await readlink(`/proc/${pid}/cwd`).catch(() => '')) === folder;
  const { output } = await startProgram('/bin/sh', ['-c', `ps -o command= -p ${pid} >&2`]).exited;
  return output.includes(folder);
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name);
  } catch {
    // gone in this moment, which is all we want
  }
}

/** Whether the server came to answer and its database was prepared; false when it ended before. */
async function answers(
  server: Program,
  { socketDir, note, patienceMs = standardPatienceMs, signal: ended }: ServerStart,
): Promise<boolean> {
  const begun = performance.now();
  let noted = false;
  while (server.running) {
    const refusal = await prepareDatabase({ host: socketDir, port }).then(
      () => undefined,
      (error: Error & { code?: string }) => error, // all that the driver throws are
    );
    ended?.throwIfAborted();
    if (!refusal) return true;
    const waitedMs = performance.now() - begun;
    // What the server refuses to do now it will refuse later as well.
    if (waitedMs > patienceMs || /^(0A|2B|28|42)/.test(refusal.code ?? '')) throw refusal;
    if (refusal.code === '57P03' && waitedMs > 3_000 && !noted) {
      noted = true;
      note('PostgreSQL is recovering from a crash; this can take a minute.');
    }
    await sleep(waitedMs < 1_000 ? 10 : 100);
  }
  return false;
}

function openLog(file: string, { user }: Cluster): { descriptor: number; from: number } {
  if ((statSync(file, { throwIfNoEntry: false })?.size ?? 0) > logLimitBytes) renameSync(file, `${file}.old`);
  const descriptor = openSync(file, 'a', 0o600);
  if (user) fchownSync(descriptor, user.uid, user.gid);
  return { descriptor, from: fstatSync(descriptor).size };
}

/** The last complaint in the log but for those about our own knocking, else its last line. */
function lastWords(file: string, from: number): string {
  const lines = readFileSync(file).subarray(from).toString().trim().split('\n');
  const isComplaint = (line: string) => /(ERROR|FATAL|PANIC): /.test(line) && !/the database system is/.test(line);
  const line = lines.findLast(isComplaint) ?? lines.at(-1) ?? '';
  return line.replace(/^.*?\] /, '');
}
