import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, mkdtemp, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../scripts/free-port.mjs';
import { isRoot, nobody } from '../scripts/verdict/machine.mjs';
import type { Connection } from '../server/platform/database/database.ts';
import { until } from './chaos/product-process.ts';

/** A PgBouncer before a test's server. */
export interface Pooler {
  /** A database of that server, through it. */
  urlOf(database: string): string;
  stop(): Promise<void>;
}

/**
 * Starts the PgBouncer of this machine before a server, as its manual has it for pooled sessions.
 * @param settings of its own file, above or beside those
 */
export async function startPooler(server: Connection, settings: Record<string, string> = {}): Promise<Pooler> {
  const folder = await mkdtemp(join(tmpdir(), 'holoholo-pooler-'));
  const port = await freePort();
  const file = {
    listen_addr: '127.0.0.1',
    listen_port: port,
    unix_socket_dir: '',
    auth_type: 'any',
    pool_mode: 'session',
    server_reset_query: 'DISCARD ALL',
    default_pool_size: 60,
    ...settings,
  };
  const { words, user } = wayTo(server);
  const lines = Object.entries(file).map(([name, value]) => `${name} = ${value}`);
  const ini = join(folder, 'pgbouncer.ini');
  await writeFile(ini, ['[databases]', `* = ${words}`, '[pgbouncer]', ...lines, ''].join('\n'));
  // It refuses to run as root, and has to be whom the socket of our own server lets in.
  const owner = 'socketDir' in server ? await stat(server.socketDir) : nobody;
  const as = isRoot ? { uid: owner.uid || nobody.uid, gid: owner.gid || nobody.gid } : {};
  await chmod(folder, 0o755);
  let output = '';
  const pooler: ChildProcess = spawn('pgbouncer', [ini], { ...as, cwd: '/', stdio: ['ignore', 'ignore', 'pipe'] });
  pooler.stderr!.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const exited = new Promise<void>((resolve) => pooler.once('close', () => resolve()));
  const end = () => void pooler.kill('SIGKILL');
  process.once('exit', end);
  await until('a pooler', 10_000, () => {
    if (pooler.exitCode !== null) throw new Error(`pgbouncer ended: ${output}`);
    return /process up/.test(output);
  });
  return {
    urlOf: (database) => `postgresql://${user}@127.0.0.1:${port}/${database}`,
    stop: async () => {
      process.off('exit', end);
      pooler.kill('SIGTERM');
      await exited;
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** How PgBouncer reaches a server, whoever asks it. */
function wayTo(server: Connection): { words: string; user: string } {
  if ('socketDir' in server) {
    const { socketDir: host, port, user } = server;
    return { words: `host=${host} port=${port} user=${user}`, user };
  }
  const { hostname, port, username, password, searchParams } = new URL(server.url);
  const secret = password && ` password=${decodeURIComponent(password)}`;
  const host = searchParams.get('host') ?? hostname;
  return { words: `host=${host} port=${port || 5432} user=${username}${secret}`, user: username };
}
