// Plain JavaScript for the host's own Node (20 or newer): brings node_modules to what the lockfile says.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');

/** The project's own Node, which comes with its packages. */
export const ownNode = join(root, 'node_modules', '.bin', 'node');

/**
 * Runs `npm ci` when node_modules does not match the lockfile, with what the build needs also in production. Ends the process when
 * that fails.
 * @param folder where the package is; this project's root unless told.
 */
export function install(folder = root) {
  const stamp = join(folder, 'node_modules', '.installed-lockfile');
  const lockfile = readFileSync(join(folder, 'package-lock.json'), 'utf8');
  if (existsSync(ownNode) && existsSync(stamp) && readFileSync(stamp, 'utf8') === lockfile) return;
  process.stdout.write('Installing packages (once, about a minute) ...\n');
  const done = spawnSync('npm', ['ci', '--include=dev', '--no-fund', '--no-audit', '--loglevel=error'], {
    cwd: folder,
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  if (done.status !== 0) {
    process.stderr.write('npm ci failed; its messages are above.\n');
    process.exit(1);
  }
  writeFileSync(stamp, lockfile);
}
