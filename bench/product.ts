import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { freePort } from '../scripts/free-port.mjs';
import { serverArguments, serverEnvironment } from '../scripts/server-process.mjs';
import { type Connection, clientConfig } from '../server/platform/database/database.ts';
import { ownerRole } from '../server/platform/embedded/postgres.ts';
import { secretKey } from './guide/load.ts';

/** The product as `npm start` runs it, on a data folder of its own. */
export interface Product {
  port: number;
  /** Its database, reached as the owner. */
  database: Extract<Connection, { socketDir: string }>;
  /** Resident memory of the server's Node process, and the most that it was so far. */
  residentMegabytes(): number;
  mostResidentMegabytes(): number;
  /** Processor time of that process since its start. */
  processorSeconds(): number;
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '..');

/** The product with nothing but what is measured: no demo, and no limits per visitor, as all come from one address. */
export const benchEnvironment: Record<string, string> = {
  DEMO_DATA: 'off',
  RATE_LIMITS: 'off',
  // Visits are signed with it.
  SECRET_KEY: secretKey,
  // The demo's identity provider is no part of what is measured.
  OIDC_CLIENT_ID: 'bench',
  OIDC_CLIENT_SECRET: 'bench',
};

/** The same in production, for a comparison with checkouts of which the demo is slower. */
export const productionEnvironment: Record<string, string> = {
  ...benchEnvironment,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://guide.example',
  // Nothing that is measured sends mail.
  SMTP_URL: 'smtp://localhost:1',
};

/**
 * Starts the server and waits until it answers. `nodeOptions` are for profiling; `checkout` is another one's folder, built; `kept` is a
 * data folder that stays when it stops.
 */
export async function startProduct(
  environment: Record<string, string> = {},
  nodeOptions: readonly string[] = [],
  checkout: string = root,
  kept?: string,
): Promise<Product> {
  const dataDir = kept ?? (await mkdtemp(join(tmpdir(), 'holoholo-bench-')));
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  const port = await freePort();
  const server = spawn(process.execPath, [...nodeOptions, ...serverArguments(checkout)], {
    cwd: checkout,
    env: {
      ...serverEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      NODE_OPTIONS: '',
      LOG_LEVEL: 'fatal',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await untilReady(port, server);
  return {
    port,
    database: databaseOf(dataDir),
    residentMegabytes: () => megabytes(server.pid!, 'VmRSS'),
    mostResidentMegabytes: () => megabytes(server.pid!, 'VmHWM'),
    processorSeconds: () => processorTicks(server.pid!) / ticksPerSecond,
    stop: async () => {
      const ended = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await ended;
      if (!kept) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens a connection as the owner. */
export async function connectAsOwner(database: Connection): Promise<pg.Client> {
  const client = new pg.Client(clientConfig(database));
  await client.connect();
  return client;
}

async function untilReady(port: number, server: ChildProcess): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended with ${server.exitCode}`);
    const ready = await fetch(`http://localhost:${port}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error('the server did not answer');
}

/** Where the embedded server listens, as its own lock file says. */
function databaseOf(dataDir: string): Product['database'] {
  const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  return { port: Number(lines[3]), socketDir: lines[4]!, database: 'holoholo', user: ownerRole };
}

function megabytes(pid: number, name: 'VmRSS' | 'VmHWM'): number {
  const kilobytes = readFileSync(`/proc/${pid}/status`, 'utf8').match(new RegExp(`${name}:\\s+(\\d+)`))?.[1];
  return Math.round(Number(kilobytes) / 1024);
}

/** What Linux counts processor time in. */
const ticksPerSecond = 100;

/** User and system time, the 14th and 15th field of "pid (name) state ..."; the name can hold anything. */
function processorTicks(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ');
  return Number(fields[11]) + Number(fields[12]);
}
