import { type ChildProcess, spawn } from 'node:child_process';
import { appendFileSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { crowding } from '../../scripts/crowding.mjs';
import { hopeless } from '../../scripts/exit-codes.mjs';
import { freePort } from '../../scripts/free-port.mjs';
import { serverArguments } from '../../scripts/server-process.mjs';
import { supervise } from '../../scripts/supervise.mjs';
import { childrenOf, until } from '../chaos/product-process.ts';

/** How often the server is killed. */
const kills = process.env.PROVE === '1' ? 5 : 1;

const start = join(import.meta.dirname, '../../scripts/start.mjs');

/** `npm start`, without npm. */
class Started {
  readonly url: string;
  readonly process: ChildProcess;
  readonly exited: Promise<number | NodeJS.Signals | null>;
  output = '';

  constructor(environment: Record<string, string>) {
    this.url = `http://localhost:${environment.PORT}`;
    this.process = spawn(process.execPath, [start], {
      env: { ...process.env, DEMO_DATA: 'off', NODE_OPTIONS: '', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    for (const stream of [this.process.stdout!, this.process.stderr!])
      stream.setEncoding('utf8').on('data', (text: string) => {
        this.output += text;
      });
    this.exited = new Promise((resolve) => this.process.on('exit', (code, signal) => resolve(code ?? signal)));
  }

  get server(): number | undefined {
    return childrenOf(this.process.pid!)[0];
  }

  async untilReady(limitMs: number): Promise<number> {
    const begun = performance.now();
    await until('ready', limitMs, async () => {
      if (this.process.exitCode !== null) throw new Error(`npm start ended:\n${this.output}`);
      return fetch(`${this.url}/readyz`).then(
        (reply) => reply.ok,
        () => false,
      );
    });
    return performance.now() - begun;
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('npm start keeps the server running', () => {
  let dataDir: string;
  let port: number;
  const begun: Started[] = [];
  const begin = (environment: Record<string, string>) => {
    const one = new Started(environment);
    begun.push(one);
    return one;
  };
  // Anew each time: what a test that failed has left on its port fails no other one.
  beforeEach(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'holoholo-supervised-'));
    await chmod(dataDir, 0o711); // as root PostgreSQL runs as another user, who must be able to pass through
    port = await freePort();
  });
  afterEach(async () => {
    for (const one of begun.splice(0)) {
      one.process.kill('SIGTERM');
      await one.exited;
    }
    await rm(dataDir, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  });
  const environment = () => ({ PORT: String(port), DATA_DIR: dataDir });

  test('killed, it answers again within 5 s; what tells it to stop stops all of it', { timeout: 180_000 }, async () => {
    const started = begin(environment());
    await started.untilReady(90_000);
    for (let round = 1; round <= kills; round++) {
      const killed = started.server!;
      process.kill(killed, 'SIGKILL');
      await until('the end of the killed one', 2_000, () => !isAlive(killed));
      const took = await started.untilReady(30_000);
      console.info(`supervisor: answers again ${(took / 1000).toFixed(1)} s after SIGKILL`);
      // The first fall is the one that must be short; a fifth in a row waits longer on purpose.
      if (round === 1) expect(took).toBeLessThan(5_000 * crowding());
      expect(started.server).not.toBe(killed);
    }
    expect(started.output.match(/The server fell \(SIGKILL: .*\) and is started again in [\d.]+ s\./g)).toHaveLength(
      kills,
    );

    const inUse = begin({ ...environment(), DATA_DIR: join(dataDir, 'other') });
    expect(await inUse.exited).toBe(hopeless);
    expect(inUse.output).toContain('Setting PORT should be another one');
    expect(inUse.output).not.toContain('started again');

    const last = started.server!;
    started.process.kill('SIGTERM');
    expect(await started.exited).toBe(0);
    expect(isAlive(last)).toBe(false);
  });

  test('killed itself, it leaves no server and no database behind', { timeout: 120_000 }, async () => {
    const started = begin(environment());
    await started.untilReady(60_000);
    const server = started.server!;
    const database = Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0]);
    started.process.kill('SIGKILL');
    await until('the end of server and database', 15_000 * crowding(), () => !isAlive(server) && !isAlive(database));
  });

  test('a wrong setting ends it at once, said once', { timeout: 60_000 }, async () => {
    const started = begin({ ...environment(), MAIL_FROM: 'x'.repeat(400) });
    expect(await started.exited).toBe(hopeless);
    expect(started.output.match(/Setting MAIL_FROM/g)).toHaveLength(1);
    expect(started.output).not.toContain('started again');
  });
});

test('the server says by its exit code that a wrong setting is not mended by starting again', async () => {
  const server = spawn(process.execPath, serverArguments(), {
    env: { ...process.env, NODE_OPTIONS: '', PORT: 'not-a-port' },
  });
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
  });
  expect(await new Promise((resolve) => server.once('exit', resolve))).toBe(hopeless);
  expect(output).toBe('Setting PORT should be a port number\n');
});

test('the server names the setting of a database that does not answer, and may be started again', async () => {
  const port = await freePort();
  const folder = await mkdtemp(join(tmpdir(), 'holoholo-away-'));
  const server = spawn(process.execPath, serverArguments(), {
    env: {
      ...process.env,
      NODE_OPTIONS: '',
      DATA_DIR: folder,
      DATABASE_URL: `postgres://web@127.0.0.1:${port}/guide`,
      DATABASE_MIGRATION_URL: `postgres://owner@127.0.0.1:${port}/guide`,
    },
  });
  let output = '';
  server.stdout.on('data', (chunk) => {
    output += chunk;
  });
  expect(await new Promise((resolve) => server.once('exit', resolve))).toBe(1);
  expect(output).toMatch(/^DATABASE_MIGRATION_URL: the database does not answer: .*ECONNREFUSED.*\n$/);
  await rm(folder, { recursive: true });
});

describe('the supervisor', () => {
  let folder: string;
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'holoholo-falls-'));
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  /** Supervises a program whose lives are given one by one. @returns the exit code and what was said. */
  async function live(name: string, lives: readonly string[], options: { healthyAfter?: number } = {}) {
    const diary = join(folder, name);
    appendFileSync(diary, '');
    const program = `
      const { appendFileSync, readFileSync } = require('node:fs');
      const at = readFileSync(${JSON.stringify(diary)}, 'utf8').length;
      appendFileSync(${JSON.stringify(diary)}, 'x');
      const lives = ${JSON.stringify(lives)};
      eval(lives[at]);`;
    const said: string[] = [];
    const code = await supervise(process.execPath, ['--max-old-space-size=24', '-e', program], {
      say: (line) => said.push(line),
      pauses: [1, 20, 30],
      ...options,
    });
    return { code, said, lived: readFileSync(diary, 'utf8').length };
  }

  const healthy = `process.send('listening'); setTimeout(() => process.exit(4), 400)`;

  test('starts again after every fall, each time later, and says why', async () => {
    const { code, said, lived } = await live('falls', [
      'process.exit(3)',
      `process.kill(process.pid, 'SIGSEGV')`,
      'const all = []; for (;;) all.push({ a: new Array(100).fill(all.length) });',
      'process.exit(3)',
      'process.exit(0)',
    ]);
    expect([code, lived]).toEqual([0, 5]);
    expect(
      said.map((line) => line.replace(/^The server fell \((.*)\) and is started again in (.*) s\.$/, '$1 $2')),
    ).toEqual(['exit code 3 0.001', 'SIGSEGV 0.02', 'out of memory 0.03', 'exit code 3 0.03']);
  });

  test('a fall after a healthy time is a first one', async () => {
    const { said } = await live('health', ['process.exit(3)', healthy, 'process.exit(0)'], { healthyAfter: 50 });
    expect(said.map((line) => line.match(/ ([\d.]+) s\./)![1])).toEqual(['0.001', '0.001']);
    const { said: unwell } = await live('unwell', ['process.exit(3)', healthy, 'process.exit(0)']);
    expect(unwell.map((line) => line.match(/ ([\d.]+) s\./)![1])).toEqual(['0.001', '0.02']);
  });

  test('gives up on what cannot be mended, unless it has answered before', async () => {
    expect(await live('hopeless', ['process.exit(78)'])).toEqual({ code: hopeless, said: [], lived: 1 });
    const once = await live('once', [healthy, 'process.exit(78)', 'process.exit(0)']);
    expect([once.code, once.lived]).toEqual([0, 3]);
  });

  test('waits for a program that is away for a moment, as an update leaves it, where it has run before', async () => {
    const program = join(folder, 'program');
    const aside = join(folder, 'aside');
    const lives = join(folder, 'updated');
    appendFileSync(
      program,
      `#!${process.execPath}
      const fs = require('node:fs');
      fs.appendFileSync(${JSON.stringify(lives)}, 'x');
      if (fs.readFileSync(${JSON.stringify(lives)}).length > 1) process.exit(0);
      process.send('listening', () => {
        fs.renameSync(${JSON.stringify(program)}, ${JSON.stringify(aside)});
        process.exit(5);
      });`,
      { mode: 0o755 },
    );
    const said: string[] = [];
    const say = (line: string) => {
      said.push(line.replace(/\(spawn .* ENOENT\)/, '(ENOENT)'));
      if (said.length === 3) renameSync(aside, program);
    };
    expect(await supervise(program, [], { say, pauses: [1, 20, 30] })).toBe(0);
    expect(said).toEqual([
      'The server fell (exit code 5) and is started again in 0.001 s.',
      'The server could not be started (ENOENT) and is started again in 0.02 s.',
      'The server could not be started (ENOENT) and is started again in 0.03 s.',
    ]);
    expect(await supervise(join(folder, 'never-there'), [], { say, pauses: [1] })).toBe(1);
    expect(said.at(-1)).toMatch(/^The server could not be started: .*ENOENT/);
  });

  test('ends well where it is told to stop before the server listens', async () => {
    const program = `
      import { supervise } from ${JSON.stringify(new URL('../../scripts/supervise.mjs', import.meta.url).href)};
      process.exit(await supervise(process.execPath, ['-e', 'console.log(1); setInterval(() => {}, 1000)']));`;
    const supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => supervisor.once('exit', resolve));
    await new Promise((resolve) => supervisor.stdout.once('data', resolve));
    supervisor.kill('SIGTERM');
    expect(await exited).toBe(0);
  });

  test('kills a server that hangs when it is told to stop', async () => {
    const deaf = `process.on('SIGTERM', () => {}); setInterval(() => {}, 1_000); console.log(process.pid);`;
    const program = `
      import { supervise } from ${JSON.stringify(new URL('../../scripts/supervise.mjs', import.meta.url).href)};
      process.exit(await supervise(process.execPath, ['-e', ${JSON.stringify(deaf)}], { stopLimit: 200 }));`;
    const supervisor = spawn(process.execPath, ['--input-type=module', '-e', program], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const exited = new Promise((resolve) => supervisor.once('exit', resolve));
    const server = Number(await new Promise((resolve) => supervisor.stdout.once('data', resolve)));
    try {
      supervisor.kill('SIGTERM');
      await until('the end of the hanging server', 10_000 * crowding(), () => !isAlive(server));
      expect(await exited).toBe(1);
    } finally {
      for (const one of [server, supervisor.pid!]) if (isAlive(one)) process.kill(one, 'SIGKILL');
    }
  });
});
