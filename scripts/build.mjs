// Builds the web side when its sources are others than those of the build: `node scripts/build.mjs [--force]`.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { constants as constantsOfSystem } from 'node:os';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { withBuildLock } from './build-lock.mjs';
import { isStamped, stamped, stampOf } from './build-stamp.mjs';
import { install, ownNode } from './install.mjs';

const root = join(import.meta.dirname, '..');
const stampFile = join(root, 'dist', '.built');

/** Text files once compressed as well as possible, so that no request has to; several at a time. */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true });
  const texts = names.filter((name) => ['.js', '.css', '.svg', '.wasm', '.webmanifest'].includes(extname(name)));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      // Larger blocks and a smaller window than it would choose: up to some hundred bytes less of the first script, by how its
      // modules happen to lie.
      const best = {
        params: {
          [constants.BROTLI_PARAM_QUALITY]: 11,
          [constants.BROTLI_PARAM_LGBLOCK]: 20,
          [constants.BROTLI_PARAM_LGWIN]: 19,
        },
      };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, best));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

let running;

/** A step that went on after us would write into the folder of the next build. */
function endWithStep(signal) {
  running?.kill('SIGKILL');
  process.exit(128 + constantsOfSystem.signals[signal]);
}

async function runScript(file) {
  const args = ['--disable-warning=ExperimentalWarning', file];
  // Whatever the caller's is: a development build of React is slower, and its pages fail where the server's modules are others.
  const env = { ...process.env, NODE_ENV: 'production' };
  running = spawn(ownNode, args, { cwd: root, env, stdio: ['ignore', 'inherit', 'inherit'] });
  const [code] = await once(running, 'exit');
  running = undefined;
  if (code !== 0) process.exit(1);
}

const assets = join(root, 'dist', 'client', 'assets');
const earlier = join(root, 'dist', 'earlier');
const keptDays = 7;

/** Scripts and styles of earlier builds stay for pages that are open: their names tell them apart. */
function setEarlierAside() {
  rmSync(earlier, { recursive: true, force: true });
  if (existsSync(assets)) cpSync(assets, earlier, { recursive: true, preserveTimestamps: true });
}
function bringEarlierBack() {
  if (!existsSync(earlier)) return;
  const oldest = Date.now() - keptDays * 86_400_000;
  for (const name of readdirSync(earlier)) {
    const [from, to] = [join(earlier, name), join(assets, name)];
    if (!existsSync(to) && statSync(from).mtimeMs > oldest) cpSync(from, to, { preserveTimestamps: true });
  }
  rmSync(earlier, { recursive: true });
}

/** Builds what the browser loads and what the server renders with, in every language. */
export async function build({ force = false } = {}) {
  // A source that changes meanwhile makes it another one.
  const stamp = stampOf(root);
  if (!force && isStamped(stampFile, stamp)) return;
  const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
  for (const signal of signals) process.on(signal, endWithStep);
  await withBuildLock(join(root, 'dist', '.building'), async () => {
    // Whoever was waited for may have built the same.
    if (force || !isStamped(stampFile, stamp)) await stamped(stampFile, stamp, buildNow);
  });
  for (const signal of signals) process.off(signal, endWithStep);
}

async function buildNow() {
  process.stdout.write('Building the web side ...\n');
  setEarlierAside();
  await runScript('scripts/build-web.ts');
  await runScript('scripts/build-worker.ts');
  await runScript('scripts/floor/check-floor.ts');
  await compress(join(root, 'dist', 'client'));
  await runScript('scripts/check-first-script.ts');
  bringEarlierBack();
}

if (process.argv[1] === import.meta.filename) {
  install();
  await build({ force: process.argv.includes('--force') });
}
