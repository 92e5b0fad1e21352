// Where a Chromium is for the browser tests; gets one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const installed = () => places.find((path) => path && existsSync(path));
const quietly = (command, args, options = {}) => spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0;

/** Path of a Chromium; undefined when none could be had (said in one line). Playwright's own is named `playwright`. */
export function ensureChromium(ownNode) {
  if (installed()) return installed();
  if (process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Chromium (Debian package, once) ...\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    quietly('apt-get', ['update'], { env });
    quietly('apt-get', ['install', '-y', '--no-install-recommends', 'chromium', 'fonts-dejavu-core'], { env });
    if (installed()) return installed();
  }
  process.stdout.write("Getting Playwright's Chromium (once) ...\n");
  if (quietly(ownNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium'])) return 'playwright';
  process.stdout.write('The browser tests need a Chromium: install one, or name it in CHROMIUM.\n');
  return undefined;
}
