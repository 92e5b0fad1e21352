// Which test files run a second time, on the PostgreSQL of the system. Each time: what is about migrations, roles, locks or jobs,
// which differ between versions and servers. Where everything is proved: all under these folders but what is named below. Every
// statement that the first run sent is prepared there as well (scripts/check-statements.ts).
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const repeatedFolders = ['server', 'db', 'tests'];

/** What tests say that ask for more of a server than statements and their answers. */
export const aboutTheServer =
  /database-setup|migrations|lock-waits|owner\.ts|second-app|installJobs|pg_\w+|\bgrant\b|\block table\b/i;

/** Never repeated: what each of these groups is about instead of the database server. */
export const notRepeated = {
  'brings a database server of its own': [
    'server/platform/embedded/postgres.test.ts',
    'tests/attack/earlier-cluster.test.ts',
    'tests/attack/many-anchors.test.ts',
    'tests/attack/supervisor.test.ts',
    'tests/chaos/crashes.test.ts',
    'tests/chaos/data-folder.test.ts',
    'tests/chaos/full-disk.test.ts',
    'tests/chaos/graceful-stop.test.ts',
    'tests/chaos/second-server.test.ts',
    'tests/cluster/failover.test.ts',
    'tests/lan-start.test.ts',
  ],
  'asks for no database': [
    'server/features/search/search-words.test.ts',
    'server/platform/http/byte-budget.test.ts',
    'server/platform/byte-bounded-cache.test.ts',
    'server/platform/http/fair-gate.test.ts',
    'server/platform/jobs/job-places.test.ts',
    'server/platform/http/language.test.ts',
    'server/platform/http/map-tiles.test.ts',
    'server/platform/http/networks.test.ts',
    'server/platform/settings.test.ts',
    'tests/cluster/configuration.test.ts',
    'tests/untranslated-names.test.ts',
    'tests/words-seen.test.ts',
  ],
  'HTTP, and what is refused before any statement': [
    'tests/attack/connections.test.ts',
    'tests/attack/floods.test.ts',
    'tests/attack/forwarded-for.test.ts',
    'tests/attack/fuzz.test.ts',
    'tests/attack/names.test.ts',
    'tests/bad-input.test.ts',
    'tests/contract.test.ts',
  ],
  'pages, languages and pictures': [
    'server/features/pages/compress.test.ts',
    'server/features/pages/kept-pages.test.ts',
    'server/features/scanning/qr-image.test.ts',
    'tests/attack/busy-pages.test.ts',
    'tests/attack/kept-bytes.test.ts',
    'tests/languages.test.ts',
  ],
  'an identity provider of others': ['server/features/accounts/oidc.test.ts'],
  'numbers of a policy, whose counting limits.test.ts repeats': [
    'tests/attack/full-hotel.test.ts',
    'tests/attack/strangers.test.ts',
  ],
};

/** Repeated only where everything is proved, though they ask for more of a server than statements: they are about waiting. */
export const repeatedWhereProved = [
  'tests/attack/answer-time.test.ts',
  'tests/attack/bodies.test.ts',
  'tests/attack/gate-numbers.test.ts',
  'tests/attack/mail-arrives.test.ts',
  'tests/attack/slow-mail.test.ts',
];

/** All test files that may be repeated, by their paths in the checkout. */
export function repeatableFiles() {
  const leftOut = new Set(Object.values(notRepeated).flat());
  const isTest = (path) => path.endsWith('.test.ts') && !/^tests\/(e2e|browsers)\//.test(path);
  return repeatedFolders
    .flatMap((folder) => readdirSync(join(root, folder), { recursive: true }).map((path) => join(folder, path)))
    .filter((path) => isTest(path) && !leftOut.has(path))
    .sort();
}

/** Those that are repeated each time. */
export const repeatedFiles = () =>
  repeatableFiles().filter(
    (path) => !repeatedWhereProved.includes(path) && aboutTheServer.test(readFileSync(join(root, path), 'utf8')),
  );
