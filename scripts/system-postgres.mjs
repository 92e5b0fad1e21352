// A PostgreSQL of the system (Debian's package) for a test run: in a folder of its own, as an unprivileged user.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from './free-port.mjs';

const packages = '/usr/lib/postgresql';
const oldest = 15;

/** The newest version that is installed and not too old: the folder of its programs. */
export function findPrograms() {
  const versions = existsSync(packages) ? readdirSync(packages).map(Number) : [];
  const newest = Math.max(0, ...versions.filter((version) => existsSync(`${packages}/${version}/bin/postgres`)));
  return newest >= oldest ? `${packages}/${newest}/bin` : undefined;
}

/** The folder of the programs, installed first where that can be done; undefined when there is none (said in one line). */
function ensurePrograms() {
  if (findPrograms()) return findPrograms();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing PostgreSQL (Debian package, once) ...\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    spawnSync('apt-get', ['update'], { stdio: 'ignore', env });
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', 'postgresql', 'postgresql-contrib'], {
      stdio: 'ignore',
      env,
    });
    if (findPrograms()) return findPrograms();
  }
  process.stdout.write(`No PostgreSQL ${oldest} or newer in ${packages}: install Debian's package postgresql.\n`);
  return undefined;
}

/** PostgreSQL refuses root: then it runs as the user of the package. Otherwise as whoever we are. */
export function unprivileged() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));
  return { uid: id('-u'), gid: id('-g') };
}

/**
 * Starts one that keeps nothing. Its owner of everything is no superuser: a role that may make databases and roles, as a
 * hosted PostgreSQL gives it.
 * @returns the URLs of that role and of the administrator, the server's version and how to stop it; undefined when there is
 *   no such PostgreSQL.
 */
export async function startSystemPostgres() {
  const programs = ensurePrograms();
  if (!programs) return undefined;
  const user = unprivileged() ?? {};
  const folder = mkdtempSync(join(tmpdir(), 'holoholo-system-'));
  chmodSync(folder, 0o700);
  if (user.uid) chownSync(folder, user.uid, user.gid);
  const password = randomBytes(12).toString('hex');
  const passwordFile = join(folder, 'password');
  writeFileSync(passwordFile, password, { mode: 0o644 });
  const data = join(folder, 'data');
  const settled = { ...user, cwd: folder, env: { PATH: process.env.PATH, LANG: 'C.UTF-8', PGPASSWORD: password } };
  const secure = ['-A', 'scram-sha-256', `--pwfile=${passwordFile}`];
  execFileSync(`${programs}/initdb`, ['-D', data, '-U', 'admin', '-E', 'UTF8', ...secure, '--no-sync'], {
    ...settled,
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port,
    unix_socket_directories: '',
    fsync: 'off',
    // A vacuum that runs in a database keeps its owner from dropping it.
    autovacuum: 'off',
    max_connections: 100,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = spawn(`${programs}/postgres`, ['-D', data, ...options], { ...settled, stdio: 'ignore' });
  const ended = new Promise((resolve) => server.once('exit', resolve));
  const end = () => server.kill('SIGINT');
  process.once('exit', end);
  const run = (statement) =>
    spawnSync(
      `${programs}/psql`,
      ['-h', '127.0.0.1', '-p', String(port), '-U', 'admin', '-tAc', statement, 'postgres'],
      {
        ...settled,
        encoding: 'utf8',
      },
    );
  const until = Date.now() + 30_000;
  while (run('select 1').status !== 0) {
    if (Date.now() > until || server.exitCode !== null) throw new Error(`${programs}/postgres did not start`);
    await sleep(100);
  }
  const version = run('show server_version').stdout.trim();
  const made = run(`create role holoholo_test login createdb createrole password '${password}'`);
  if (made.status !== 0) throw new Error(made.stderr);
  return {
    url: `postgres://holoholo_test:${password}@127.0.0.1:${port}/postgres`,
    adminUrl: `postgres://admin:${password}@127.0.0.1:${port}/postgres`,
    version,
    stop: async () => {
      process.off('exit', end);
      end();
      await ended;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
