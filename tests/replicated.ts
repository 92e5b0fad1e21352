import { execFile } from 'node:child_process';
import { chmod, chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { withClient } from '../server/platform/database/database-client.ts';
import { migrate } from '../server/platform/database/migrations.ts';
import { ownerRole, placeCluster, startEmbeddedPostgres, superuserRole } from '../server/platform/embedded/postgres.ts';
import { type Program, preparePostgresBinaries, startProgram } from '../server/platform/embedded/postgres-binaries.ts';
import { installJobs } from '../server/platform/jobs/install-jobs.ts';
import { copyWhileRunning, findCluster } from '../server/platform/log-shipping/source.store.ts';
import { until } from './chaos/product-process.ts';

const run = promisify(execFile);

type Reach = Extract<Connection, { socketDir: string }>;

/** A migrated database of its own with a streaming copy beside it, both real servers of ours. */
export interface Replicated {
  /** As their owner. */
  primary: Reach;
  replica: Reach;
  /** Runs a statement as the superuser of one of them. */
  ask(at: 'primary' | 'replica', statement: string): Promise<Record<string, unknown>[]>;
  /** Ends the replica at once, as a machine that is lost. */
  kill(): Promise<void>;
  /** Starts it again, where that is asked as a standby even if it was promoted. */
  start(given?: { asStandby?: boolean }): Promise<void>;
  stop(): Promise<void>;
}

// Nothing of a test run outlives it, so nothing needs to reach the disk.
const settings = { fsync: 'off', autovacuum: 'off', wal_keep_size: '512MB', shared_buffers: '32MB' };

/** Starts a primary and a copy of it that follows it. */
export async function startReplicated(): Promise<Replicated> {
  const folder = await mkdtemp(join(tmpdir(), 'holoholo-replicated-'));
  await chmod(folder, 0o711);
  const dataDir = join(folder, 'primary');
  const embedded = await startEmbeddedPostgres({ dataDir, note: () => {}, settings });
  const { socketDir, port, database } = embedded;
  const primary: Reach = { socketDir, port, database, user: ownerRole };
  await migrate(primary);
  await installJobs(primary);

  const { user } = await placeCluster(dataDir, () => {});
  const [copyFolder, socket] = [join(folder, 'replica'), await mkdtemp('/tmp/holoholo-copy-')];
  // Nobody else works on it: what is copied stays where it is.
  await withClient({ ...primary, user: superuserRole }, {}, async (client) => {
    const cluster = await findCluster(client);
    const copy = async () => void (await run('cp', ['-a', cluster.folder, copyFolder]));
    const { label } = await copyWhileRunning(client, cluster, copy);
    await writeFile(join(copyFolder, 'backup_label'), label);
  });
  const standBy = () => writeFile(join(copyFolder, 'standby.signal'), '');
  await standBy();
  for (const left of ['postmaster.pid', 'postmaster.opts', 'pg_wal', 'pg_replslot'])
    await rm(join(copyFolder, left), { recursive: true, force: true });
  for (const made of ['pg_wal', 'pg_replslot']) await mkdir(join(copyFolder, made), { mode: 0o700 });
  if (user) {
    await chown(socket, user.uid, user.gid);
    await run('chown', ['-R', `${user.uid}:${user.gid}`, copyFolder]);
  }
  const binaries = await preparePostgresBinaries(user);
  const replica: Reach = { ...primary, socketDir: socket };
  const given = {
    ...settings,
    listen_addresses: '',
    unix_socket_directories: socket,
    port: String(port),
    max_connections: '64',
    primary_conninfo: `host=${socketDir} port=${port} user=${superuserRole}`,
    hot_standby: 'on',
    // A conflict is told at once.
    max_standby_streaming_delay: '0',
    stats_fetch_consistency: 'none',
  };
  const reach = (at: 'primary' | 'replica') => ({ ...(at === 'primary' ? primary : replica), user: superuserRole });
  const ask = (at: 'primary' | 'replica', statement: string) =>
    withClient(reach(at), {}, async (client) => (await client.query(statement)).rows);

  let server: Program | undefined;
  const start = async ({ asStandby = false } = {}) => {
    if (asStandby) await standBy();
    for (const name of await readdir(socket)) await rm(join(socket, name), { force: true });
    const args = Object.entries(given).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const started = startProgram(join(binaries, 'postgres'), ['-D', copyFolder, ...args], { ...(user && { user }) });
    server = started;
    await until('a replica', 60_000, async () => {
      if (!started.running) throw new Error(`the replica ended: ${(await started.exited).output}`);
      const client = new pg.Client(clientConfig(reach('replica')));
      return await client.connect().then(
        () => client.end().then(() => true),
        () => false,
      );
    });
  };
  await start();
  const kill = async () => {
    server!.kill('SIGQUIT');
    await server!.exited;
  };
  return {
    primary,
    replica,
    ask,
    kill,
    start,
    stop: async () => {
      if (server!.running) await kill();
      await embedded.stop();
      await rm(socket, { recursive: true, force: true });
      await rm(folder, { recursive: true, force: true });
    },
  };
}
