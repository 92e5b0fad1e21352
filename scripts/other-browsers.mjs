// Firefox and WebKit for the browser tests: Debian's packages, installed where they are missing and that can be done.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

export const firefox = process.env.FIREFOX ?? '/usr/bin/firefox-esr';
export const webkitDriver = process.env.WEBKIT_DRIVER ?? '/usr/bin/WebKitWebDriver';
/** The screen that WebKit's browser draws on, as it has no way without. */
export const xServer = '/usr/bin/Xvfb';

const browsers = [
  { name: 'Firefox', programs: [firefox], packages: ['firefox-esr'] },
  { name: 'Safari', programs: [webkitDriver, xServer], packages: ['webkit2gtk-driver', 'xvfb'] },
];
const isThere = ({ programs }) => programs.every((path) => existsSync(path));

/** The names of those that are there, as the tests call them: WebKit stands for Safari. */
export const otherBrowsers = () => browsers.filter(isThere).map(({ name }) => name);

/** @returns whether all are there; those that could not be had are named in one line. */
export function ensureOtherBrowsers() {
  const missing = () => browsers.filter((one) => !isThere(one));
  if (missing().length && process.getuid?.() === 0 && existsSync('/usr/bin/apt-get')) {
    process.stdout.write('Installing Firefox and WebKit (Debian packages, once) ...\n');
    const options = { stdio: 'ignore', env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } };
    const packages = missing().flatMap((one) => one.packages);
    spawnSync('apt-get', ['update'], options);
    spawnSync('apt-get', ['install', '-y', '--no-install-recommends', ...packages], options);
  }
  if (!missing().length) return true;
  const said = missing().map(({ name, packages }) => `${name} (Debian's ${packages.join(' and ')})`);
  process.stdout.write(`Left out of the browser tests, as not installed: ${said.join(', ')}.\n`);
  return false;
}
