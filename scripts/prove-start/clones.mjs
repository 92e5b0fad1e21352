// Clones of the repository, as a newcomer or an operator makes them.
import { execFileSync, spawnSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainEnvironment } from './product.mjs';

const root = join(import.meta.dirname, '..', '..');
const git = (folder, ...args) => execFileSync('git', ['-C', folder, ...args], { encoding: 'utf8' }).trim();

/** A bare clone: sources alone, nothing installed and nothing built. */
export function makeClone(folder) {
  mkdirSync(dirname(folder), { recursive: true });
  execFileSync('git', ['clone', '--quiet', '--no-hardlinks', root, folder]);
  return folder;
}

/** The commit that an update comes from, in full; undefined when this history does not have it (a shallow clone). */
export function findRevision(name) {
  try {
    return git(root, 'rev-parse', '--verify', '--quiet', `${name}^{commit}`);
  } catch {
    return undefined;
  }
}

/** The commit before the newest migration was added, so that an update from it migrates; undefined where the history ends before. */
export function beforeLastMigration() {
  const added = git(root, 'log', '--max-count=1', '--diff-filter=A', '--format=%H', 'HEAD', '--', 'db/migrations');
  return added ? findRevision(`${added}^`) : undefined;
}

/** The migrations of `revision` that are edited or gone since: a database that has applied one refuses to start. */
export function editedMigrations(revision) {
  const names = git(
    root,
    'diff',
    '--diff-filter=a',
    '--no-renames',
    '--name-only',
    revision,
    'HEAD',
    '--',
    'db/migrations',
  );
  return names.split('\n').filter((name) => name.endsWith('.sql'));
}

/** An earlier version, ready to start: built, and installed where its packages are not those of `current`. */
export function makeEarlierClone(folder, revision, current) {
  makeClone(folder);
  git(folder, 'checkout', '--quiet', '--detach', revision);
  const lockfile = (clone) => readFileSync(join(clone, 'package-lock.json'), 'utf8');
  if (lockfile(folder) === lockfile(current)) {
    symlinkSync(join(current, 'node_modules'), join(folder, 'node_modules'));
  }
  const prepare = `const { install } = await import('./scripts/install.mjs'); install();
    const { build } = await import('./scripts/build.mjs'); await build();`;
  const { status } = spawnSync(process.execPath, ['--input-type=module', '-e', prepare], {
    cwd: folder,
    env: plainEnvironment(),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  if (status !== 0) throw new Error(`the version ${revision} could not be built`);
  return folder;
}

/** Gives a clone to the user who is to run it. */
export function giveClone(folder, { uid, gid } = { uid: 0, gid: 0 }) {
  if (process.getuid?.() !== 0) return;
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder]);
}

/** A folder that everybody can pass through, for what is somebody's in it. */
export function makeOpenFolder(folder) {
  mkdirSync(folder, { recursive: true });
  chmodSync(folder, 0o755);
  return folder;
}

/** What a version knows: whether the application and the owner may be two logins. */
export const knowsTwoLogins = (clone) =>
  existsSync(join(clone, 'server/platform/settings.ts')) &&
  readFileSync(join(clone, 'server/platform/settings.ts'), 'utf8').includes('DATABASE_MIGRATION_URL');
