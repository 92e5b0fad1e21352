// Firefox and WebKit for the browser tests: Debian's packages, installed where they are missing and that can be done.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const webkitDriver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
/** The screen that WebKit's browser draws on, as it has no way without. */
export const xServer = '/usr/bin/Xvfb';

const areThere = () => [firefox, webkitDriver, xServer].every((path) => existsSync(path));

/** @returns whether both are there; where one could not be had, that is said in one line. */
export function ensureOtherBrowsers() {
  if (!areThere() && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Firefox and WebKit (Debian packages, once) ...\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    spawnSync('apt-get', ['update'], options);
    spawnSync(
      'apt-get',
      ['install', '-y', '--no-install-recommends', 'firefox-esr', 'webkit2gtk-driver', 'xvfb'],
      options,
    );
  }
  if (areThere()) return true;
  process.stdout.write(
    "Firefox and WebKit are left out: they need Debian's firefox-esr, webkit2gtk-driver and xvfb.\n",
  );
  return false;
}
