// The product as `npm start` runs it, started and stopped from outside.
import { spawn, spawnSync } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../free-port.mjs';

/** Mostly packages on their way over the network and onto the disk. */
const firstStartSeconds = 600;

/** Our environment without what the tools around us have set in it. */
export function plainEnvironment(added = {}) {
  const env = { ...process.env, ...added };
  const ours =
    /^(CI|NODE_ENV|NODE_OPTIONS|npm_.*|DATABASE_.*|TEST_DATABASE_URL|PUBLIC_URL|SECRET_KEY|SMTP_URL|OIDC_.*)$/;
  for (const name of Object.keys(env)) if (ours.test(name) && !(name in added)) delete env[name];
  return env;
}

export function must(condition, what) {
  if (!condition) throw new Error(`${what} failed`);
}

/** Waits until it holds. @throws Error naming what did not come true */
export async function until(what, seconds, holds) {
  const end = performance.now() + seconds * 1000;
  while (!(await holds())) {
    if (performance.now() > end) throw new Error(`${what}: not within ${seconds} s`);
    await sleep(50);
  }
}

/** The status of a path; undefined when nobody answers. */
export const statusOf = (address) =>
  fetch(address).then(
    (reply) => reply.status,
    () => undefined,
  );

/** How a program of this user is started in a clone. */
const inClone = (clone, environment, user) => ({
  cwd: clone,
  env: plainEnvironment({ ...environment, ...(user ? { HOME: user.home } : {}) }),
  ...(user ? { uid: user.uid, gid: user.gid } : {}),
});

/** Runs one of the operator's commands (`npm run ...`) while the server runs. @throws Error with what it said */
export function runCommand(clone, environment, user, ...args) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', ...args], {
    ...inClone(clone, environment, user),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`npm run ${args.join(' ')} failed:\n${stdout}${stderr}`);
}

/**
 * Runs `npm start` in a clone until the server is ready.
 * @param user who runs it: uid, gid and HOME; without one, oneself.
 * @returns its own address, the seconds it took, and how to stop it as Ctrl-C does.
 */
export async function startProduct(clone, environment, user) {
  const begun = performance.now();
  const port = await freePort();
  const child = spawn('npm', ['start', '--silent'], {
    ...inClone(clone, { ...environment, PORT: String(port) }, user),
    stdio: ['ignore', 'pipe', 'pipe'],
    detached: true,
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk) => {
      output += chunk;
    });
  }
  const exited = new Promise((resolve) => child.on('exit', (code, signal) => resolve(code ?? signal)));
  const kill = () => {
    try {
      process.kill(-child.pid, 'SIGKILL');
    } catch {
      // it has ended
    }
  };
  process.once('exit', kill); // a proof that fails leaves no server behind
  const address = `http://localhost:${port}`;
  await until('npm start', firstStartSeconds, async () => {
    if (child.exitCode !== null) throw new Error('npm start ended');
    // The supervisor would start it again and again until the time is up.
    if (output.includes('The server fell')) throw new Error('the server fell while it started');
    return (await statusOf(`${address}/readyz`)) === 200;
  }).catch((error) => {
    throw new Error(`${error.message}:\n${output}`);
  });
  return {
    address,
    port,
    seconds: (performance.now() - begun) / 1000,
    stop: async () => {
      process.kill(-child.pid, 'SIGINT');
      const ending = await exited;
      // npm ends by the signal that it was given, like any program of a terminal.
      if (ending !== 0 && ending !== 'SIGINT') throw new Error(`npm start ended with ${ending} on Ctrl-C:\n${output}`);
      await until('nobody listens any more', 5, async () => (await statusOf(`${address}/healthz`)) === undefined);
      process.off('exit', kill);
    },
  };
}
