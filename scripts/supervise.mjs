// Keeps a server running: one that falls by itself is started again. Plain JavaScript, as the host's own Node runs it.
import { spawn } from 'node:child_process';
import { hopeless } from './exit-codes.mjs';

/** Waits before each start after a fall, in milliseconds: the first is short, as most falls are single. */
const pauses = [100, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000];
/** A server that has answered for so many milliseconds is healthy: the waits begin anew with its next fall. */
const healthyAfter = 60_000;
/** A server that was told to stop ends by itself within 5 s; one that hangs is killed after so many milliseconds. */
const stopLimit = 10_000;

/**
 * Runs a server until it stops in order or is told to by SIGINT, SIGTERM or SIGHUP, and starts it again whenever it falls. The
 * server says `listening` over its IPC channel, and ends when that closes, so that it never outlives us.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ env?: NodeJS.ProcessEnv, say?: (line: string) => void, pauses?: readonly number[], healthyAfter?: number, stopLimit?: number }} options
 * @returns {Promise<number>} the exit code to end with.
 */
export function supervise(command, args, options = {}) {
  const say = options.say ?? ((line) => process.stderr.write(`${line}\n`));
  const waits = options.pauses ?? pauses;
  let server;
  let isStopping = false;
  let hasListened = false;
  let falls = 0;
  let waiting;

  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  return new Promise((settle) => {
    const resolve = (code) => {
      for (const signal of signals) process.off(signal, stop);
      settle(code);
    };
    const stop = () => {
      isStopping = true;
      if (waiting) {
        clearTimeout(waiting);
        resolve(0);
      } else {
        server.kill('SIGTERM');
        setTimeout(() => server.kill('SIGKILL'), options.stopLimit ?? stopLimit).unref();
      }
    };
    for (const signal of signals) process.on(signal, stop);

    const start = () => {
      waiting = undefined;
      let lastWords = '';
      let health;
      server = spawn(command, args, { stdio: ['inherit', 'inherit', 'pipe', 'ipc'], env: options.env ?? process.env });
      // There is none where the process could not be made.
      server.stderr?.pipe(process.stderr, { end: false });
      server.stderr?.on('data', (chunk) => {
        lastWords = (lastWords + chunk).slice(-8_000);
      });
      server.on('message', () => {
        hasListened = true;
        health = setTimeout(() => {
          falls = 0;
        }, options.healthyAfter ?? healthyAfter).unref();
      });
      server.on('error', (error) => {
        if (server.pid) return;
        if (hasListened && !isStopping) return startAgain(`The server could not be started (${error.message})`);
        say(`The server could not be started: ${error.message}`);
        resolve(1);
      });
      server.on('exit', (code, signal) => {
        clearTimeout(health);
        // Its last words may still be on their way; a process of its own could hold them up.
        const over = setTimeout(() => fallen(code, signal), 300);
        server.on('close', () => {
          clearTimeout(over);
          fallen(code, signal);
        });
      });
      let isOver = false;
      const fallen = (code, signal) => {
        if (isOver) return;
        isOver = true;
        // Before it listens a server is ended by what tells it to stop.
        if (isStopping && signal === 'SIGTERM') return resolve(0);
        if (isStopping || code === 0 || (code === hopeless && !hasListened)) return resolve(code ?? 1);
        startAgain(`The server fell (${reasonOf(code, signal, lastWords)})`);
      };
    };
    const startAgain = (why) => {
      const wait = waits[Math.min(falls, waits.length - 1)];
      falls += 1;
      say(`${why} and is started again in ${wait / 1000} s.`);
      waiting = setTimeout(start, wait);
    };
    start();
  });
}

/** Why a process ended, in a few words. */
function reasonOf(code, signal, lastWords) {
  if (/heap out of memory|FATAL ERROR: .*(allocation|memory)/i.test(lastWords)) return 'out of memory';
  if (signal === 'SIGKILL') return 'SIGKILL: killed from outside, as the system does when its memory runs out';
  return signal ?? `exit code ${code}`;
}
