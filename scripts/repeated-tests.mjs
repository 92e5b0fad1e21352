// Which test files run a second time, on the PostgreSQL of the system: all under these folders, so that a new one is repeated
// unless it is named below. What is left out reaches the server only through statements that other files bring to it, and
// does not depend on its version, roles, locks or jobs.

export const repeatedFolders = ['server', 'db', 'tests'];

/** Left out of the second run: what each of these groups is about instead of the database server. */
export const notRepeated = {
  'brings a database server of its own': [
    'server/platform/embedded/postgres.test.ts',
    'tests/attack/earlier-cluster.test.ts',
    'tests/attack/many-anchors.test.ts',
    'tests/attack/supervisor.test.ts',
    'tests/chaos/crashes.test.ts',
    'tests/chaos/graceful-stop.test.ts',
    'tests/chaos/second-server.test.ts',
    'tests/lan-start.test.ts',
  ],
  'asks for no database': [
    'server/features/discovery/search-words.test.ts',
    'server/platform/http/byte-budget.test.ts',
    'server/platform/byte-bounded-cache.test.ts',
    'server/platform/http/fair-gate.test.ts',
    'server/platform/jobs/job-places.test.ts',
    'server/platform/http/language.test.ts',
    'server/platform/http/map-tiles.test.ts',
    'server/platform/http/networks.test.ts',
    'server/platform/settings.test.ts',
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
