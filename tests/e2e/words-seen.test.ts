import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type CatalogueFile, type Excuse, findUnseen } from '../words-seen.ts';
import { wordsFolder } from './shown-words.ts';

const none = 'of nothing, nothing is said';
const alone = 'never stands alone; its sentence is read';
const aDate = { why: 'a date, which web/src/messages/format.test.ts writes' };
const few = 'such short lists have no progress';
const aMinute = 'a wait is one minute at least';

/** Entries, or some of their forms, that no browser test can bring about, by `file: path.to.entry`, each with the reason. */
const unreachable: Record<string, Excuse> = {
  'analytics.ts: analytics.day': aDate,
  'analytics.ts: analytics.weekOf': aDate,
  'analytics.ts: analytics.month': aDate,
  'tickets.ts: tickets.shortDate': aDate,
  'bookings.ts: bookings.emptyStatus': { why: 'its argument is a status; each is shown by bookings.test.ts' },
  'in-app.ts: suggestions.reasons.together': { why: 'has no words of its own, only those of the reasons' },
  'desk.ts: desk.selected': { forms: ['0 selected'], why: none },
  'desk.ts: desk.selectMatching': { forms: /all [01] that/, why: 'more match than a page shows' },
  'users-desk.ts: usersDesk.sentence': { forms: /^[01] accounts?\. Every/, why: 'the demo has several accounts' },
  'desk.ts: desk.entryBy': {
    forms: ['{0}, by the system'],
    why: 'what the demo does by itself changes no account',
  },
  'users-desk.ts: usersDesk.texts.selection': { forms: /Accounts: [01]\./, why: few },
  'users-desk.ts: usersDesk.organisation': { forms: ['staff'], why: alone },
  'users-desk.ts: usersDesk.said.endSessions': { forms: /: (0|\{1\})\.$/, why: 'the number is read with its sentence' },
  'users-desk.ts: usersDesk.said.resetPasskeys': { forms: /: [01]\.$/, why: 'the number is read with its sentence' },
  'users-desk.ts: usersDesk.said.selection': {
    forms: /Suspended: [01]\.|out: 1\.|\{1\}/,
    why: 'the numbers are read with their sentence',
  },
  'explore.ts: explore.progress': { forms: /\b[01] (of|shown)|of [01] shown/, why: few },
  'explore.ts: explore.progressFrom': { forms: /\b[01] to|to [01] of|of [01] shown/, why: few },
  'first.ts: first.experience.reviews': { forms: ['(0 reviews)'], why: none },
  'in-app.ts: suggestions.reasons.kinds.Cultural Experiences': { forms: ['Island culture'], why: alone },
  'in-app.ts: suggestions.reasons.times.before': { forms: ['beforehand'], why: alone },
  'in-app.ts: suggestions.reasons.times.after': { forms: ['afterwards'], why: alone },
  'map.ts: map.cluster': { forms: /^[01] experience/, why: 'a cluster is of two or more' },
  'map.ts: map.distance': { forms: ['0 m', '1 km'], why: 'nothing lies exactly there' },
  'map.ts: map.withoutPosition': { forms: /^0 /, why: none },
  'offline.ts: offline.contents': { forms: /\b(0 pictures|1 picture):/, why: 'every place of the demo has several' },
  'refusals.ts: waits.minutes': { forms: ['0 minutes'], why: aMinute },
  'refusals.ts: waits.hours': { forms: ['0 hours'], why: aMinute },
  'reviews.ts: reviews.count': { forms: ['0 reviews'], why: none },
  'saved.ts: saved.leftOut': { forms: /: 0 places/, why: none },
  'scan.ts: scan.announced': { forms: ['0 experiences', '1 experience'], why: 'the sample set has several' },
  'scan.ts: scan.waitingScans': { forms: /^(0|\{0\}) scans/, why: 'offline-scan.test.ts lets one wait' },
  'tickets.ts: tickets.guests': { forms: ['0 people', '1 person'], why: 'tickets.test.ts comes as two' },
};

/** What is no words of a screen: mails and the app manifest, which tests/languages.test.ts reads, and how figures are written. */
const otherFiles = ['mails.ts', 'app.ts', 'format.ts'];

const catalogue = join(import.meta.dirname, '../../web/src/messages/en');

/** Runs after all others (playwright.config.ts), whose pages told what they showed. */
test('each of the words was shown to somebody in a browser test', async () => {
  const seen = readdirSync(wordsFolder).flatMap((file): string[] =>
    JSON.parse(readFileSync(join(wordsFolder, file), 'utf8')),
  );
  const files = await Promise.all(
    readdirSync(catalogue)
      .filter((path) => !otherFiles.includes(path))
      .map(async (path): Promise<CatalogueFile> => ({ path, exports: { ...(await import(join(catalogue, path))) } })),
  );
  expect(seen.length).toBeGreaterThan(0);
  const unseen = findUnseen(files, seen, unreachable);
  expect(unseen).toEqual([]);
});
