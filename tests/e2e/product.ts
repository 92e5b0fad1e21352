import { type ChildProcess, spawn } from 'node:child_process';
import { chmod, cp, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../../scripts/free-port.mjs';
import { serverArguments, serverEnvironment } from '../../scripts/server-process.mjs';
import { CanaryWatch } from '../canary-watch.ts';
import { type MailTrap, openMailTrap } from './mail-trap.ts';

export interface DemoCode {
  qr_code_id: string;
  location_id: number;
  location_name: string;
  url: string;
  status: 'active' | 'paused' | 'expired' | 'replaced';
}

/** The product as it is started by `npm start`, with a data folder of its own and a real SMTP server for its mail. */
export interface Product {
  url: string;
  mail: MailTrap;
  codes: DemoCode[];
  dataDir: string;
  /** Knows its secrets; its end fails where one of them was written down. */
  canaries: CanaryWatch;
  /** Ends it. @throws Error of secrets that were written down */
  stop(): Promise<void>;
}

const root = join(import.meta.dirname, '../..');

/** The setting in which a run's workers find the folder that seeded-folder.ts has made. */
export const seededFolder = 'SEEDED_DATA_DIR';

/** A folder for the data of a product. */
export async function newDataDir(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), 'holoholo-e2e-'));
  // As root PostgreSQL runs as another user, who must be able to pass through.
  await chmod(dataDir, 0o711);
  return dataDir;
}

/**
 * Starts the server and waits until it answers. `environment` adds settings: a `DATA_DIR` among them outlives the server, for
 * another one after it. `from` is another checkout than this.
 */
export async function startProduct(environment: Record<string, string> = {}, from = root): Promise<Product> {
  const dataDir = environment.DATA_DIR ?? (await newDataDir());
  const seeded = process.env[seededFolder];
  // What is another's, or has a history to go through, begins as it would anywhere.
  if (seeded && !environment.DATA_DIR && !environment.DEMO_DATA && from === root)
    await cp(seeded, dataDir, { recursive: true });
  const mail = await openMailTrap();
  const port = environment.PORT ?? (await freePort());
  const url = `http://localhost:${port}`;
  const server = spawn(process.execPath, serverArguments(from), {
    cwd: from,
    env: {
      ...serverEnvironment(),
      PORT: String(port),
      DATA_DIR: dataDir,
      SMTP_URL: mail.url,
      NODE_OPTIONS: '',
      // Nobody has been here before: what a test finds, it has brought about.
      DEMO_DATA: 'guide',
      // All visitors of the tests come from one network.
      RATE_LIMITS: 'off',
      ...environment,
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const output = collect(server);
  await answered(url, server, output);
  const key = await readFile(join(dataDir, 'secret.key'), 'utf8').catch(() => '');
  const canaries = new CanaryWatch({ ...(key && { SECRET_KEY: key }), ...environment }, 'silent');
  const codes = (await (await fetch(`${url}/dev/codes.json`)).json()) as DemoCode[];
  return {
    url,
    mail,
    codes,
    dataDir,
    canaries,
    stop: async () => {
      const exited = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGTERM');
      await exited;
      await mail.close();
      for (const { text } of mail.messages) canaries.keeps('what a mail opens', text);
      canaries.wrote('what the product said', output());
      // On a crowded machine the database may end a moment after the server, which does not wait for ever.
      if (!environment.DATA_DIR) await rm(dataDir, { recursive: true, force: true, maxRetries: 10 });
      canaries.end();
    },
  };
}

function collect(server: ChildProcess): () => string {
  let text = '';
  for (const stream of [server.stdout, server.stderr]) {
    stream?.on('data', (chunk) => {
      text += chunk;
    });
  }
  return () => text;
}

async function answered(url: string, server: ChildProcess, output: () => string): Promise<void> {
  const until = Date.now() + 60_000;
  while (Date.now() < until) {
    if (server.exitCode !== null) throw new Error(`the server ended:\n${output()}`);
    const ready = await fetch(`${url}/readyz`).then(
      (reply) => reply.ok,
      () => false,
    );
    if (ready) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`the server did not answer:\n${output()}`);
}
