import { type ChildProcess, spawn } from 'node:child_process';
import { createWriteStream, type WriteStream } from 'node:fs';
import type { Writable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';

/** What is to run, and as whom. */
export interface ServiceCommand {
  name: string;
  command: string;
  args: readonly string[];
  env: NodeJS.ProcessEnv;
  /** All that it says is appended to this file. */
  logFile: string;
  user?: { uid: number; gid: number } | undefined;
}

/**
 * A guard beside the program tells it to end when our end of descriptor 3 closes without a word, as it does when we are killed: nothing
 * outlives us.
 */
const guarded = '((read -r word <&3 || kill -TERM $$) </dev/null >/dev/null 2>&1 &); exec "$@" 3<&-';
const pauseMs = 300;
/** Patroni takes its time to stop a PostgreSQL in order. */
const stopMs = 30_000;

/** A program that is started again whenever it falls, as systemd would. In a process group of its own: Ctrl-C reaches us alone. */
export class Service {
  readonly name: string;
  readonly #command: ServiceCommand;
  readonly #log: WriteStream;
  #process: ChildProcess | undefined;
  #exited: Promise<void> = Promise.resolve();
  #isWanted = false;

  constructor(command: ServiceCommand) {
    this.name = command.name;
    this.#command = command;
    this.#log = createWriteStream(command.logFile, { flags: 'a' });
  }

  /** Undefined while it does not run. */
  get pid(): number | undefined {
    return this.#process?.pid;
  }

  start(): void {
    this.#isWanted = true;
    if (!this.#process) this.#spawn();
  }

  #spawn(): void {
    const { command, args, env, user } = this.#command;
    const child = spawn('/bin/sh', ['-c', guarded, 'sh', command, ...args], {
      detached: true,
      cwd: '/',
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'pipe'],
      ...user,
    });
    for (const stream of [child.stdout, child.stderr]) stream?.pipe(this.#log, { end: false });
    const guard = child.stdio[3] as Writable;
    guard.on('error', () => {});
    this.#process = child;
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#exited = promise;
    const ended = () => {
      if (this.#process !== child) return;
      // The guard learns that there is nothing to end any more.
      guard.end('over\n');
      this.#process = undefined;
      resolve();
      if (this.#isWanted) setTimeout(() => this.#isWanted && this.start(), pauseMs);
    };
    child.once('exit', ended);
    child.once('error', ended);
  }

  /** kill -9. It is started again, unless it is to stay away until `start`. */
  async kill({ stayAway = false } = {}): Promise<void> {
    if (stayAway) this.#isWanted = false;
    this.#process?.kill('SIGKILL');
    await this.#exited;
  }

  /** Tells it to end, and kills it when it has not after half a minute. */
  async stop(): Promise<void> {
    this.#isWanted = false;
    const over = new AbortController();
    const late = sleep(stopMs, undefined, { signal: over.signal }).then(
      () => this.#process?.kill('SIGKILL'),
      () => {},
    );
    this.#process?.kill('SIGTERM');
    await this.#exited;
    over.abort();
    await late;
  }

  /** Closes its log; it is not started again. */
  close(): void {
    this.#log.end();
  }
}
