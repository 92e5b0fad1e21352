// Builds the web side when its sources are newer than the build: `node scripts/build.mjs [--force]`.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { ownNode } from './install.mjs';

const root = join(import.meta.dirname, '..');
const stamp = join(root, 'dist', '.built');

function newestChange(path) {
  const found = statSync(path);
  if (!found.isDirectory()) return found.mtimeMs;
  return Math.max(found.mtimeMs, ...readdirSync(path).map((name) => newestChange(join(path, name))));
}

function isCurrent() {
  if (!existsSync(stamp)) return false;
  const built = statSync(stamp).mtimeMs;
  return ['web', 'contract', 'vite.config.ts', 'scripts/web-languages.ts', 'package-lock.json'].every(
    (path) => newestChange(join(root, path)) < built,
  );
}

/** Text files once compressed as well as possible, so that no request has to; several at a time. */
async function compress(folder) {
  const names = readdirSync(folder, { recursive: true });
  const texts = names.filter((name) => ['.js', '.css', '.svg', '.wasm', '.webmanifest'].includes(extname(name)));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const bytes = readFileSync(file);
      const best = { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } };
      writeFileSync(`${file}.br`, await promisify(brotliCompress)(bytes, best));
      writeFileSync(`${file}.gz`, await promisify(gzip)(bytes, { level: 9 }));
    }),
  );
}

/** Builds what the browser loads and what the server renders with, in every language. */
export async function build({ force = false } = {}) {
  if (!force && isCurrent()) return;
  process.stdout.write('Building the web side ...\n');
  const done = spawnSync(ownNode, ['--disable-warning=ExperimentalWarning', 'scripts/build-web.ts'], {
    cwd: root,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (done.status !== 0) process.exit(1);
  await compress(join(root, 'dist', 'client'));
  writeFileSync(stamp, '');
}

if (process.argv[1] === import.meta.filename) await build({ force: process.argv.includes('--force') });
