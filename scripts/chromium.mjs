// Where a Chromium is for the browser tests; gets one where there is none.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

/** How Chromium is started wherever we start it: quiet, and without what needs a screen. */
export const chromiumArgs = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

const places = [
  process.env.CHROMIUM,
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
];
const installed = () => places.find((path) => path && existsSync(path));
const windowless = '/usr/bin/chromium-headless-shell';
const quietly = (command, args, options = {}) => spawnSync(command, args, { stdio: 'ignore', ...options }).status === 0;

/**
 * Where a Chromium is, as settings for the browser tests; undefined when none could be had (said in one line). Playwright's own is
 * named `playwright`.
 */
export function ensureChromium(ownNode) {
  const mayInstall = process.getuid?.() === 0 && existsSync('/usr/bin/apt-get');
  if (mayInstall && !(installed() && existsSync(windowless))) {
    process.stdout.write('Installing Chromium (Debian packages, once) ...\n');
    const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
    quietly('apt-get', ['update'], { env });
    for (const names of [['chromium', 'fonts-dejavu-core'], ['chromium-headless-shell']])
      quietly('apt-get', ['install', '-y', '--no-install-recommends', ...names], { env });
  }
  const chromium = installed();
  if (chromium) {
    // Of the same package only: another browser's tests would not be those of this one.
    const headless = chromium === '/usr/bin/chromium' && existsSync(windowless) ? windowless : undefined;
    return { CHROMIUM: chromium, ...(headless && { CHROMIUM_HEADLESS: headless }) };
  }
  process.stdout.write("Getting Playwright's Chromium (once) ...\n");
  if (quietly(ownNode, ['node_modules/@playwright/test/cli.js', 'install', 'chromium']))
    return { CHROMIUM: 'playwright' };
  process.stdout.write('The browser tests need a Chromium: install one, or name it in CHROMIUM.\n');
  return undefined;
}
