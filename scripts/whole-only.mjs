// Test files that `npm test` leaves to `npm test -- --whole`, so that a verdict on a change takes minutes: what sweeps over every
// screen, language or crash once more. Nothing lands without them (.ci/run).

/** Through HTTP and processes, with why they wait. */
export const leftOfUnit = {
  'crashes and lost databases, round after round': [
    'tests/chaos/commit-cuts.test.ts',
    'tests/chaos/crashes.test.ts',
    'tests/chaos/data-folder.test.ts',
    'tests/chaos/database-faults.test.ts',
    'tests/chaos/demo-data.test.ts',
    'tests/chaos/graceful-stop.test.ts',
    'tests/chaos/news.test.ts',
    'tests/chaos/payouts.test.ts',
    'tests/chaos/second-server.test.ts',
    'tests/chaos/uploads.test.ts',
  ],
  'starts of servers, also with what an attacker or an earlier version left behind': [
    'server/platform/embedded/postgres.test.ts',
    'tests/attack/earlier-cluster.test.ts',
    'tests/attack/planted-before-restart.test.ts',
    'tests/attack/supervisor.test.ts',
    'tests/lan-start.test.ts',
  ],
  'floods and crowds, whose rules have tests of their own that stay': [
    'tests/attack/connections-room.test.ts',
    'tests/attack/floods.test.ts',
    'tests/attack/full-hotel.test.ts',
    'tests/attack/fuzz.test.ts',
    'tests/attack/gate-numbers.test.ts',
    'tests/attack/large-answers.test.ts',
    'tests/attack/mail-arrives.test.ts',
    'tests/attack/many-anchors.test.ts',
    'tests/attack/migrations-under-load.test.ts',
    'tests/attack/new-columns.test.ts',
    'tests/attack/slow-mail.test.ts',
  ],
  'a year of rows, hundreds of frames, and clocks that are waited for': [
    'bench/decoding/decoding.test.ts',
    'db/seed/generated-year.test.ts',
    'db/seed/history/history.test.ts',
    'server/features/analytics/late-rows.test.ts',
    'server/features/invitations/invitation-races.test.ts',
    'server/platform/jobs/recurring-jobs.test.ts',
    'tests/rollups.test.ts',
  ],
  'commands and documents of this checkout, one after the other': [
    'scripts/build-lock.test.ts',
    'scripts/commands.test.ts',
    'scripts/doc-falsified.test.ts',
  ],
};

/** Features beyond their main way: of these files the tests that are tagged @main stay. */
export const beyondMain = [
  'tests/e2e/accessibility.test.ts',
  'tests/e2e/activity.test.ts',
  'tests/e2e/admin-desk.test.ts',
  'tests/e2e/analytics-events.test.ts',
  'tests/e2e/explore.test.ts',
  'tests/e2e/in-app-views.test.ts',
  'tests/e2e/leaving.test.ts',
  'tests/e2e/left-behind.test.ts',
  'tests/e2e/map.test.ts',
  'tests/e2e/offline-place.test.ts',
  'tests/e2e/reviews.test.ts',
  'tests/e2e/saved.test.ts',
  'tests/e2e/shell.test.ts',
  'tests/e2e/sign-in-errors.test.ts',
  'tests/e2e/suggestions.test.ts',
];

/** In the browser; `screens-seen` and `words-seen` need all others and wait with them. */
export const leftOfBrowser = {
  'features beyond their main way': beyondMain,
  'every screen in every look': ['tests/e2e/accessible-screens.test.ts', 'tests/e2e/access-screens.test.ts'],
  'every screen in Japanese': [
    'tests/e2e/japanese-guest.test.ts',
    'tests/e2e/japanese-inside.test.ts',
    'tests/e2e/japanese-traveler.test.ts',
    'tests/e2e/languages.test.ts',
  ],
  'devices that refuse, lose or fill up, and updates of an open page': [
    'tests/e2e/explore-rest.test.ts',
    'tests/e2e/gone-scripts.test.ts',
    'tests/e2e/insecure-context.test.ts',
    'tests/e2e/install.test.ts',
    'tests/e2e/limits-said.test.ts',
    'tests/e2e/map-failures.test.ts',
    'tests/e2e/offline-pack.test.ts',
    'tests/e2e/offline-private.test.ts',
    'tests/e2e/offline-scan.test.ts',
    'tests/e2e/offline-screens.test.ts',
    'tests/e2e/partly-stored.test.ts',
    'tests/e2e/saved-device.test.ts',
    'tests/e2e/saved-limits.test.ts',
    'tests/e2e/scripts-later.test.ts',
    'tests/e2e/storage-refused.test.ts',
    'tests/e2e/update.test.ts',
  ],
  'networks that are dead, slow or spoiled': [
    'tests/e2e/away-server.test.ts',
    'tests/e2e/dead-network.test.ts',
    'tests/e2e/hanging-parts.test.ts',
    'tests/e2e/kept-and-live.test.ts',
    'tests/e2e/kept-or-live.test.ts',
    'tests/e2e/kept-screens.test.ts',
    'tests/e2e/late-answers.test.ts',
  ],
  'rare states, each with its words, of what stays in its main way': [
    'tests/e2e/camera-errors.test.ts',
    'tests/e2e/desk-speed.test.ts',
    'tests/e2e/early-typing.test.ts',
    'tests/e2e/event-fields.test.ts',
    'tests/e2e/found-screens.test.ts',
    'tests/e2e/google-failures.test.ts',
    'tests/e2e/invitation-refused.test.ts',
    'tests/e2e/map-events.test.ts',
    'tests/e2e/map-speed.test.ts',
    'tests/e2e/quick-hearts.test.ts',
    'tests/e2e/rare-entries.test.ts',
    'tests/e2e/scan-states.test.ts',
    'tests/e2e/sign-in-destinations.test.ts',
  ],
};

/** The files of either. */
export const filesOf = (left) => Object.values(left).flat();
