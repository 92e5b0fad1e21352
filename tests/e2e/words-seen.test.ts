import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type CatalogueFile, findUnseen } from '../words-seen.ts';
import { wordsFolder } from './shown-words.ts';

const none = 'of nothing, nothing is said';
const withinReasons = 'never stands alone; suggestions.test.ts reads it in its sentence';
const aDate = 'a date, which web/src/messages/format.test.ts writes';

/** Entries, or some of their forms, that no browser test can bring about, by `file: path.to.entry`, each with the reason. */
const unreachable: Record<string, string> = {
  'analytics.ts: analytics.day': aDate,
  'analytics.ts: analytics.weekOf': aDate,
  'analytics.ts: analytics.month': aDate,
  'tickets.ts: tickets.shortDate': aDate,
  'bookings.ts: bookings.emptyStatus': 'its argument is a status; each is shown by bookings.test.ts',
  'explore.ts: explore.progress': 'shown only where more follow than are shown',
  'explore.ts: explore.progressFrom': 'shown only of lists that begin after three pages',
  'first.ts: first.experience.reviews': none,
  'in-app.ts: suggestions.reasons.kinds.Cultural Experiences': withinReasons,
  'in-app.ts: suggestions.reasons.times.before': withinReasons,
  'in-app.ts: suggestions.reasons.times.after': withinReasons,
  'in-app.ts: suggestions.reasons.together': 'has no words of its own, only those of the reasons',
  'map.ts: map.cluster': 'a cluster is of two or more',
  'map.ts: map.distance': none,
  'map.ts: map.withoutPosition': none,
  'offline.ts: offline.contents': none,
  'refusals.ts: waits.minutes': 'a wait is one minute at least',
  'refusals.ts: waits.hours': 'a wait is one minute at least',
  'reviews.ts: reviews.count': none,
  'saved.ts: saved.leftOut': none,
  'scan.ts: scan.waitingScans': none,
  'tickets.ts: tickets.guests': none,
};

/** What is no words of a screen: mails and the app manifest, which tests/languages.test.ts reads, and how figures are written. */
const otherFiles = ['mails.ts', 'app.ts', 'format.ts'];

const catalogue = join(import.meta.dirname, '../../web/src/messages/en');

/** Runs after all others (playwright.config.ts), whose pages told what they showed. */
test('each of the words was shown to somebody in a browser test', async ({ browserName: _browser }, { project }) => {
  const folder = wordsFolder(project.outputDir);
  const seen = readdirSync(folder).flatMap((file): string[] => JSON.parse(readFileSync(join(folder, file), 'utf8')));
  const files = await Promise.all(
    readdirSync(catalogue)
      .filter((path) => !otherFiles.includes(path))
      .map(async (path): Promise<CatalogueFile> => ({ path, exports: { ...(await import(join(catalogue, path))) } })),
  );
  expect(seen.length).toBeGreaterThan(0);
  const unseen = findUnseen(files, seen, unreachable);
  expect(unseen).toEqual([]);
});
