// The way from a scan to a commission in Chromium, in a network that has no way out: a scan becomes a booking, and a booking money.
import { spawnSync } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { ensureChromium } from '../chromium.mjs';
import { plainEnvironment } from './product.mjs';

const root = join(import.meta.dirname, '..', '..');
/** Loopback and nothing else. Whoever is not root stays who they are, as PostgreSQL runs as nobody's root, and may bring it up. */
const alone = [
  ...(process.getuid?.() === 0 ? ['--net'] : ['--net', '--user', '--map-current-user', '--keep-caps']),
  ...['--', 'sh', '-c', 'ip link set lo up && exec "$@"', 'sh'],
];
const canBeAlone = () => spawnSync('unshare', [...alone, 'true'], { stdio: 'ignore' }).status === 0;

/**
 * Starts a clone that is installed with an empty data folder, and walks there. Pictures of each step stay in test-results/walk.
 * @returns what was shown, in one line
 */
export async function proveWalk({ clone, work }) {
  const node = join(clone, 'node_modules', '.bin', 'node');
  const chromium = ensureChromium(node);
  const lacking = !chromium ? 'a Chromium' : !canBeAlone() ? 'a network namespace (unshare, ip)' : undefined;
  if (lacking && process.env.CI) throw new Error(`there is not ${lacking} for the walk`);
  if (lacking) return `left out, as there is not ${lacking}`;
  const pictures = join(root, 'test-results', 'walk');
  mkdirSync(pictures, { recursive: true });
  const walking = [join(import.meta.dirname, 'walking.mjs'), clone, join(work, 'data'), pictures];
  const { status, stdout, stderr } = spawnSync('unshare', [...alone, node, ...walking], {
    cwd: clone,
    env: plainEnvironment(chromium),
    encoding: 'utf8',
  });
  if (status !== 0) throw new Error(`the walk failed:\n${stdout}${stderr}`);
  return stdout.trim();
}
