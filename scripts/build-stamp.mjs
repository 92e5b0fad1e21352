// What a build was made from. By contents: the times of files say little where a checkout was unpacked or copied.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** Files and folders that decide what a build of the web side is. */
export const buildSources = [
  'web',
  'contract',
  'vite.config.ts',
  'scripts/web-languages.ts',
  'scripts/build-worker.ts',
  'scripts/floor',
  'package-lock.json',
];

function filesOf(root, path) {
  if (!statSync(join(root, path)).isDirectory()) return [path];
  return readdirSync(join(root, path))
    .sort()
    .flatMap((name) => filesOf(root, join(path, name)));
}

/** The stamp of a checkout as it is now: another one as soon as any source has other contents or another name. */
export function stampOf(root, sources = buildSources) {
  const hash = createHash('sha256');
  for (const file of sources.flatMap((source) => filesOf(root, source))) {
    const bytes = readFileSync(join(root, file));
    hash.update(`${file} ${bytes.length}\n`).update(bytes);
  }
  return hash.digest('hex');
}

/** Whether a build bears the stamp. */
export const isStamped = (file, stamp) => existsSync(file) && readFileSync(file, 'utf8') === stamp;

/** Builds, and stamps what came of it; a build that fails, or is broken off, bears no stamp, not even that of the one before. */
export async function stamped(file, stamp, build) {
  rmSync(file, { force: true });

  await build();
  writeFileSync(file, stamp);
}
