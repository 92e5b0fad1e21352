// `npm test`: everything to a verdict. Plain JavaScript, so that the host's own Node can begin.
import { ensureChromium } from './chromium.mjs';
import { ownNode } from './install.mjs';
import { ensureOtherBrowsers } from './other-browsers.mjs';
import { notRepeated, repeatedFolders } from './repeated-tests.mjs';
import { count, finish, prepare, step, vitest } from './steps.mjs';
import { startSystemPostgres } from './system-postgres.mjs';

prepare();
step('verify', 'scripts/verify.mjs', []);
step('build', 'scripts/build.mjs', []);
vitest('tests', 'unit', []);
const system = await startSystemPostgres();
if (system) {
  const leftOut = Object.values(notRepeated)
    .flat()
    .map((file) => `--exclude=${file}`);
  const env = { TEST_DATABASE_URL: system.url };
  vitest(`tests on the PostgreSQL ${system.version} of the system`, 'system', [...repeatedFolders, ...leftOut], env);
  await system.stop();
} else {
  process.stdout.write('\n# tests on the PostgreSQL of the system: left out\n');
}
const chromium = ensureChromium(ownNode);
const otherBrowsers = ensureOtherBrowsers();
if (chromium) step('browser tests', 'node_modules/@playwright/test/cli.js', ['test'], chromium);
count('browser.json', ({ stats }) => [stats.expected + stats.flaky, stats.unexpected]);
// Elsewhere than on Debian the embedded database and Chromium have to do; not where a verdict is asked for.
finish(Boolean(chromium) && ((Boolean(system) && otherBrowsers) || !process.env.CI));
