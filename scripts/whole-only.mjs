// Test files that `npm test` leaves to `npm test -- --whole`, so that a verdict on a change takes minutes: what sweeps over every
// screen, language or crash once more. Nothing lands without them (.ci/run).

/** Through HTTP and processes, with why they wait. */
export const leftOfUnit = {
  'crashes and lost databases, round after round': [
    'tests/chaos/commit-cuts.test.ts',
    'tests/chaos/crashes.test.ts',
    'tests/chaos/database-faults.test.ts',
    'tests/chaos/graceful-stop.test.ts',
    'tests/chaos/second-server.test.ts',
  ],
  'starts of servers with what an attacker or an earlier version left in the database': [
    'tests/attack/earlier-cluster.test.ts',
    'tests/attack/planted-before-restart.test.ts',
  ],
};

/** In the browser; `screens-seen` and `words-seen` need all others and wait with them. */
export const leftOfBrowser = {
  'every screen in every look': ['tests/e2e/accessible-screens.test.ts', 'tests/e2e/access-screens.test.ts'],
  'every screen in Japanese': [
    'tests/e2e/japanese-guest.test.ts',
    'tests/e2e/japanese-traveler.test.ts',
    'tests/e2e/languages.test.ts',
  ],
  'devices that refuse, lose or fill up, and updates of an open page': [
    'tests/e2e/explore-rest.test.ts',
    'tests/e2e/gone-scripts.test.ts',
    'tests/e2e/install.test.ts',
    'tests/e2e/kept-or-live.test.ts',
    'tests/e2e/limits-said.test.ts',
    'tests/e2e/map-failures.test.ts',
    'tests/e2e/offline-pack.test.ts',
    'tests/e2e/offline-screens.test.ts',
    'tests/e2e/partly-stored.test.ts',
    'tests/e2e/saved-limits.test.ts',
    'tests/e2e/scripts-later.test.ts',
    'tests/e2e/storage-refused.test.ts',
    'tests/e2e/update.test.ts',
  ],
};

/** The files of either. */
export const filesOf = (left) => Object.values(left).flat();
