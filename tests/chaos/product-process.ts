import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { crowding } from '../../scripts/crowding.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { serverArguments, serverEnvironment } from '../../scripts/server-process.mjs';
import { ownerRole } from '../../server/platform/embedded/postgres.ts';
import { CanaryWatch } from '../canary-watch.ts';

/** How often each thing is done: enough for a median, and more where everything is proved. */
export const rounds = process.env.PROVE === '1' ? 20 : 5;

/** Says what was measured, in one line. */
export function report(figures: string): void {
  const factor = crowding();
  console.info(`chaos: ${figures}${factor > 1 ? ` (on a crowded machine: limits times ${factor.toFixed(1)})` : ''}`);
}

const root = join(import.meta.dirname, '../..');

/** Waits until a condition holds. @throws Error naming what did not come true within `limitMs`. */
export async function until(what: string, limitMs: number, holds: () => boolean | Promise<boolean>): Promise<void> {
  const begun = performance.now();
  while (!(await holds())) {
    if (performance.now() - begun > limitMs) throw new Error(`${what}: not within ${limitMs} ms`);
    await sleep(20);
  }
}

/** The real server as a child process, that can be killed and started again on the same data. */
export class ProductProcess {
  readonly dataDir: string;
  readonly url: string;
  /** The ceiling of its heap in MB; that of this machine unless set. */
  heap: number | undefined;
  /** Everything it has said so far, over all its lives. */
  output = '';
  readonly #environment: Record<string, string>;
  #process: ChildProcess | undefined;
  #exited: Promise<number | NodeJS.Signals | null> = Promise.resolve(null);

  private constructor(dataDir: string, port: number, environment: Record<string, string>) {
    this.dataDir = dataDir;
    this.url = `http://localhost:${port}`;
    this.#environment = {
      PORT: String(port),
      DATA_DIR: dataDir,
      DEMO_DATA: 'guide',
      RATE_LIMITS: 'off',
      LOG_LEVEL: 'warn',
      NODE_OPTIONS: '',
      ...environment,
    };
  }

  /** Makes one with a data folder of its own, or on that of another; it is not started yet. */
  static async make(environment: Record<string, string> = {}, dataDir?: string): Promise<ProductProcess> {
    const folder = dataDir ?? (await mkdtemp(join(tmpdir(), 'holoholo-chaos-')));
    // As root PostgreSQL runs as another user, who must be able to pass through.
    await chmod(folder, 0o711);
    return new ProductProcess(folder, await freePort(), environment);
  }

  get pid(): number {
    return this.#process!.pid!;
  }

  get isRunning(): boolean {
    return this.#process !== undefined && this.#process.exitCode === null && this.#process.signalCode === null;
  }

  /** Its exit code, or the signal that ended it, once it has ended. */
  get exited(): Promise<number | NodeJS.Signals | null> {
    return this.#exited;
  }

  spawn(): void {
    const server = spawn(process.execPath, serverArguments(undefined, this.heap), {
      cwd: root,
      env: { ...serverEnvironment(), ...this.#environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [server.stdout, server.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    }
    // A test run that is broken off leaves no server behind.
    const end = () => server.kill('SIGKILL');
    process.once('exit', end);
    this.#process = server;
    this.#exited = new Promise((resolve) => {
      server.once('close', (code, signal) => {
        process.off('exit', end);
        resolve(code ?? signal);
      });
    });
  }

  /** Starts it. @returns the milliseconds until it was ready. */
  async start(): Promise<number> {
    const begun = performance.now();
    this.spawn();
    await this.untilReady();
    return performance.now() - begun;
  }

  async untilReady(limitMs = 60_000): Promise<void> {
    await until('ready', limitMs, async () => {
      if (!this.isRunning) throw new Error(`the server ended:\n${this.output}`);
      return (await this.readiness()) === 200;
    }).catch((error) => {
      throw new Error(`${error.message}\n${this.output}`);
    });
  }

  /** The status of /readyz; undefined when there is no answer. */
  async readiness(): Promise<number | undefined> {
    try {
      const reply = await fetch(`${this.url}/readyz`, { signal: AbortSignal.timeout(10_000) });
      await reply.arrayBuffer();
      return reply.status;
    } catch {
      return undefined;
    }
  }

  signal(signal: NodeJS.Signals): void {
    this.#process!.kill(signal);
  }

  /** Its resident memory in MB; on Linux only. */
  get resident(): number {
    return Number(readFileSync(`/proc/${this.pid}/status`, 'utf8').match(/VmRSS:\s+(\d+)/)![1]) / 1024;
  }

  /** kill -9 of the server. */
  async kill(): Promise<void> {
    this.signal('SIGKILL');
    await this.#exited;
  }

  /** kill -9 of the embedded PostgreSQL: all its processes at once. */
  killDatabase(): void {
    const parent = Number(this.#lockFile()[0]);
    for (const pid of [parent, ...childrenOf(parent)]) {
      try {
        process.kill(pid, 'SIGKILL');
      } catch {
        // one of them ended by itself in this moment
      }
    }
  }

  /** Connects to the embedded PostgreSQL, as its owner unless told, by default only to read. */
  async connect({ readOnly = true, user = ownerRole, database = 'holoholo' } = {}): Promise<pg.Client> {
    const lines = this.#lockFile();
    const client = new pg.Client({
      host: lines[4]!,
      port: Number(lines[3]),
      database,
      user,
      options: `-c default_transaction_read_only=${readOnly ? 'on' : 'off'}`,
    });
    client.on('error', () => {});
    await client.connect();
    return client;
  }

  /** Stops it, if it runs, and removes its data. @throws Error where it has said a secret of its settings */
  async dispose(): Promise<void> {
    if (this.isRunning) this.signal('SIGTERM');
    await this.#exited;
    const key = await readFileIfThere(join(this.dataDir, 'secret.key'));
    const canaries = new CanaryWatch({ ...(key && { SECRET_KEY: key }), ...this.#environment }, 'silent');
    canaries.wrote('what the process said', this.output);
    await rm(this.dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
    canaries.end();
  }

  /** PostgreSQL's own lock file: its process, port and socket folder are lines of it. */
  #lockFile(): string[] {
    return readFileSync(join(this.dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n');
  }
}

const readFileIfThere = (file: string) => readFile(file, 'utf8').catch(() => '');

/** The processes that a process has started and that live. */
export function childrenOf(parent: number): number[] {
  if (process.platform !== 'linux') {
    const pairs = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
    return pairs
      .map((pair) => pair.trim().split(/\s+/).map(Number))
      .flatMap(([pid, of]) => (of === parent ? [pid!] : []));
  }
  return readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid && parentOf(pid) === parent);
}

function parentOf(pid: number): number | undefined {
  try {
    // "pid (name) state parent ..."; the name can hold anything, so what follows its last bracket counts
    return Number(readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)!.split(' ')[1]);
  } catch {
    return undefined;
  }
}
