import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from '@playwright/test';
import { type CatalogueFile, type Excuse, findUnseen } from '../words-seen.ts';
import { wordsFolder } from './shown-words.ts';

const alone = 'never stands alone; its sentence is read';
const aDate = { why: 'a date, which web/src/messages/format.test.ts writes' };

/** Entries, or some of their forms, that no browser test can bring about, by `file: path.to.entry`, each with the reason. */
const unreachable: Record<string, Excuse> = {
  'analytics.ts: analytics.day': aDate,
  'analytics.ts: analytics.weekOf': aDate,
  'analytics.ts: analytics.month': aDate,
  'tickets.ts: tickets.shortDate': aDate,
  'bookings.ts: bookings.emptyStatus': { why: 'its argument is a status; each is shown by bookings.test.ts' },
  'booking-forms.ts: bookingForms.became': { why: 'its argument is a status; claim-answers.test.ts shows one' },
  'analytics-desk.ts: analyticsDesk.sentence': { why: 'its arguments are figures; analytics-desk.test.ts shows some' },
  'analytics-desk.ts: analyticsDesk.revenueSentence': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.funnelSentence': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.performanceSentence': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.behaviorSentence': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.rowsSentence': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.comparedRate': { why: 'as sentence' },
  'analytics-desk.ts: analyticsDesk.hourOf': { why: 'its argument is an hour of the day' },
  'analytics-desk.ts: analyticsDesk.revenueByDayText': { forms: ['Revenue: –.'], why: 'there is always a sum' },
  'analytics-desk.ts: analyticsDesk.notMeasured': {
    forms: ['Nothing has been measured in this time'],
    why: 'whoever asks is measured',
  },
  'analytics-desk.ts: analyticsDesk.notMeasuredText': {
    forms: ['Servers measure from their first minute on.'],
    why: 'whoever asks is measured',
  },
  'holds-desk.ts: holdsDesk.reasonOf': { why: 'its argument is a hold; holds.test.ts shows what each rule says' },
  'holds-desk.ts: holdsDesk.ruleLine': { why: 'its argument is a row of counts; holds.test.ts shows it' },
  'payouts-desk.ts: payoutsDesk.said.releasedByNow': {
    why: 'its argument is a list of payouts; payouts-unanswered.test.ts shows it',
  },
  'payouts-desk.ts: payoutsDesk.said.settledBefore': {
    why: 'its argument is a list of payouts; payouts-unanswered.test.ts shows it',
  },
  'payouts-desk.ts: payoutsDesk.said.leftUnanswered': {
    why: 'its argument is a list of payouts; payouts-unanswered.test.ts shows it',
  },
  'ledger-desk.ts: ledgerDesk.kinds.invoice_paid': { forms: ['Invoice paid'], why: 'no invoice is paid there' },
  'ledger-desk.ts: ledgerDesk.invoice': { why: 'no invoice is paid there' },
  'campaign-results-desk.ts: campaignResultsDesk.sentence': {
    why: 'its argument is a sum; campaign-results.test.ts shows it, with money and without',
  },
  'campaign-results-desk.ts: campaignResultsDesk.shown.most': aDate,
  'campaign-results-desk.ts: campaignResultsDesk.gonePlace': {
    forms: ['A place that is no more'],
    why: 'places are set aside, and keep their names',
  },
  'campaign-results-desk.ts: campaignResultsDesk.first': {
    forms: ['The {0} that cost the most. The CSV has all.'],
    why: 'nobody has as many campaigns there',
  },
  'campaigns-desk.ts: campaignsDesk.changeOf': { why: 'its argument is a change; campaigns-desk.test.ts shows some' },
  'campaign-invoices-desk.ts: campaignInvoicesDesk.month': {
    why: 'its argument is a month; campaign-invoices.test.ts shows two',
  },
  'campaign-invoices-desk.ts: campaignInvoicesDesk.sentence': {
    why: 'its arguments are sums; campaign-invoices.test.ts shows them',
  },
  'campaign-invoices-desk.ts: campaignInvoicesDesk.line': {
    why: 'its argument is a line of an invoice; campaign-invoices.test.ts shows one',
  },
  'campaign-invoices-desk.ts: campaignInvoicesDesk.lineOf': { why: 'as line' },
  'campaign-invoices-desk.ts: campaignInvoicesDesk.payment': {
    why: 'its argument is how it is paid; campaign-invoices.test.ts shows it',
  },
  'locations-desk.ts: locationsDesk.sentence': { why: 'its argument is counts; locations-desk.test.ts shows them' },
  'locations-desk.ts: locationsDesk.changeOf': { why: 'its argument is a change; locations-desk.test.ts shows some' },
  'locations-desk.ts: locationsDesk.actionOf': { why: 'its argument is an entry; locations-desk.test.ts shows some' },
  'locations-desk.ts: locationsDesk.byNow.text': {
    forms: /still here\. Look at it/,
    why: 'what somebody else has changed is taken over, or stands beside',
  },
  'locations-desk.ts: locationsDesk.byNow.other': { why: 'its argument is a field; locations-desk.test.ts shows one' },
  'locations-desk.ts: locationsDesk.nothing': { forms: ['There is no place yet'], why: 'the demo has places' },
  'locations-desk.ts: locationsDesk.nothingText': {
    forms: ['What you add stands here, and guests can open it at once.'],
    why: 'the demo has places',
  },
  'locations-desk.ts: locationsDesk.noUndo': {
    forms: /more than 30 days ago: that can no longer be undone/,
    why: 'a place that was deleted 30 days ago; listings show the same',
  },
  'desk.ts: desk.undoing': { forms: ['Undoing…'], why: 'for a moment' },
  'locations-desk.ts: locationsDesk.editor.saving': { forms: ['Saving…'], why: 'for a moment' },
  'locations-desk.ts: locationsDesk.editor.deletedText': {
    forms: ['This place is deleted. Undo that first, then change it.'],
    why: 'as of a listing, whose editor shows it',
  },
  'locations-desk.ts: locationsDesk.editor.noPictures': {
    forms: ['The pictures of the map do not come: the coast alone is drawn.'],
    why: 'as on the map of guests',
  },
  'locations-desk.ts: locationsDesk.editor.noMap': {
    forms: ['The map could not be loaded. Try again, or type the degrees.'],
    why: 'as on the map of guests',
  },
  'privacy.ts: privacy.keptKinds.backups.what': { why: 'no backups are taken there' },
  'privacy.ts: privacy.keptKinds.backups.why': { why: 'as what' },
  'privacy.ts: privacy.parties.map.none': { why: 'of a setting; map-tiles.test.ts answers so' },
  'privacy.ts: privacy.parties.links.none': { why: 'booking links lead out in each test' },
  'privacy.ts: privacy.parties.sign_in.none': { why: 'there is one in each test' },
  'privacy-desk.ts: privacyDesk.sentence': { why: 'its argument is counts; privacy-desk.test.ts shows two' },
  'orphans-desk.ts: orphansDesk.sourcesOf': { why: 'its argument is counts; locations-desk.test.ts shows some' },
  'orphans-desk.ts: orphansDesk.deviceOf': { why: 'its argument is a device; locations-desk.test.ts shows one' },
  'batch-desk.ts: batchDesk.made': { why: 'its argument is a batch; locations-desk.test.ts shows one' },
  'batch-desk.ts: batchDesk.printed': { why: 'its argument is a batch; locations-desk.test.ts shows one' },
  'batch-desk.ts: batchDesk.fault': { why: 'its argument is a fault; locations-desk.test.ts shows one' },
  'batch-desk.ts: batchDesk.sampleOf': { why: 'its argument is a row; locations-desk.test.ts shows some' },
  'listing-import-desk.ts: listingImportDesk.stateOf': {
    why: 'its argument is a file; content-import.test.ts shows each state',
  },
  'listing-import-desk.ts: listingImportDesk.faultAt': {
    why: 'its argument is a fault; content-import.test.ts shows several',
  },
  'listing-import-desk.ts: listingImportDesk.importRight': {
    forms: /1 right row$/,
    why: 'of the files of the tests that have wrong rows a thousand are right',
  },
  'listing-import-desk.ts: listingImportDesk.leftOut': { forms: /1 row\./, why: 'two rows of the tests are wrong' },
  'listing-import-desk.ts: listingImportDesk.meanwhile': {
    forms: /\{0\} listings\.$/,
    why: 'of the files of the tests one listing was changed meanwhile',
  },
  'content-desk.ts: contentDesk.titleOf': { why: 'its argument is what is done; content-selection.test.ts shows each' },
  'content-desk.ts: contentDesk.askOf': { why: 'its argument is what is done; content-selection.test.ts shows each' },
  'content-desk.ts: contentDesk.changedOf': {
    why: 'its argument is what is done; content-selection.test.ts shows each',
  },
  'content-desk.ts: contentDesk.sentence': { why: 'its argument is counts; content-desk.test.ts shows them' },
  'content-desk.ts: contentDesk.changeOf': { why: 'its argument is a change; content-desk.test.ts shows some' },
  'content-desk.ts: contentDesk.actionOf': { why: 'its argument is an entry; content-desk.test.ts shows each' },
  'content-desk.ts: contentDesk.byNow.text': {
    forms: /still here\. Look at it/,
    why: 'what somebody else has changed is taken over, or stands beside',
  },
  'content-desk.ts: contentDesk.byNow.other': { why: 'its argument is a field; content-desk.test.ts shows one' },
  'content-desk.ts: contentDesk.nothing': { forms: ['There is no listing yet'], why: 'the demo has listings' },
  'content-desk.ts: contentDesk.nothingText': {
    forms: ['What you add stands here, and guests find it at once.'],
    why: 'the demo has listings',
  },
  'admin-desk.ts: adminDesk.noPartner': { forms: ['There is no partner yet'], why: 'the demo has partners' },
  'admin-desk.ts: adminDesk.noPartnerText': {
    forms: ['Invite the first one: it stands here at once, as pending.'],
    why: 'the demo has partners',
  },
  'admin-desk.ts: adminDesk.noAdvertiser': {
    forms: ['No listing of an advertiser was booked in these days'],
    why: 'those of the demo’s were',
  },
  'admin-desk.ts: adminDesk.noAdvertiserText': {
    forms: ['Invite advertisers, and give them the listings that are theirs.'],
    why: 'the demo’s listings were booked',
  },
  'admin-desk.ts: adminDesk.reportNone': {
    forms: ['Nothing has happened in these days'],
    why: 'the demo has bookings of these days',
  },
  'list-rules.ts: listRules.time': { why: 'its argument is a time; lists-desk.test.ts shows some' },
  'list-rules.ts: listRules.shown': { why: 'its argument is rules; lists-desk.test.ts shows some' },
  'place-lists-desk.ts: placeListsDesk.sentence': { forms: /^1 place/, why: 'the demo has several places' },
  'place-lists-desk.ts: placeListsDesk.nothingText': {
    forms: ['As soon as there is a place, you choose here what it shows.'],
    why: 'the demo has places',
  },
  'place-lists-desk.ts: placeListsDesk.moreEmpty': {
    forms: /like these/,
    why: 'the tests leave a place empty in one way; contract/list-rules.test.ts finds several',
  },
  'place-lists-desk.ts: placeListsDesk.someFound': {
    forms: /^The first [01]|^0 /,
    why: 'twenty are found at once, and that there is none is said in other words',
  },
  'place-lists-desk.ts: placeListsDesk.full': { forms: /at most/, why: 'the demo has fewer than five hundred' },
  'place-lists-desk.ts: placeListsDesk.preview.seen': {
    why: 'its argument is a moment; lists-desk.test.ts shows some',
  },
  'place-lists-desk.ts: placeListsDesk.preview.why': { why: 'its argument is a list; lists-desk.test.ts shows some' },
  'partners-desk.ts: partnersDesk.sentence': { why: 'its argument is an answer; partners-desk.test.ts shows it' },
  'partners-desk.ts: partnersDesk.nothing': { forms: ['There is no partner yet'], why: 'the demo has partners' },
  'partners-desk.ts: partnersDesk.nothingText': {
    forms: ['Whom you invite stands here at once, as pending.'],
    why: 'the demo has partners',
  },
  'requests-desk.ts: requestsDesk.sentence': { why: 'its argument is an answer; partner-desk.test.ts shows it' },
  'requests-desk.ts: requestsDesk.at': { why: 'its argument is a position; partner-desk.test.ts shows one' },
  'requests-desk.ts: requestsDesk.decidedBy': { why: 'its argument is a request; partner-desk.test.ts shows it' },
  'proposals-desk.ts: proposalsDesk.decidedBy': { why: 'its argument is a proposal; partner-desk.test.ts shows it' },
  'in-app.ts: suggestions.reasons.together': { why: 'has no words of its own, only those of the reasons' },
  'payouts-desk.ts: payoutsDesk.firstBookings': {
    forms: /^The first/,
    why: 'no partner of the demo has so many bookings; large-payouts.test.ts cuts the list',
  },
  'reconcile-desk.ts: reconcileDesk.rowsSentence': { why: 'its argument is a state; reconcile.test.ts shows each' },
  'payouts-desk.ts: payoutsDesk.withdrawText': {
    forms: /in \{1\} payouts\. Settled/,
    why: 'beside what is settled the tests withdraw one',
  },
  'rate-changes-desk.ts: rateChangesDesk.said.leftUnanswered': {
    why: 'its argument is a proposal; rate-changes-left.test.ts shows it',
  },
  'rate-changes-desk.ts: rateChangesDesk.confirmText': {
    forms: /^\{0\}\. 2 0/,
    why: 'its argument is a list of sentences; rate-changes.test.ts shows it',
  },
  'rate-changes-desk.ts: rateChangesDesk.below': { forms: /^1 experience/, why: 'more of the demo pay less' },
  'rate-cards-desk.ts: rateCardsDesk.below': { forms: /^1 experience/, why: 'more of the demo pay less' },
  'rate-cards-desk.ts: rateCardsDesk.first': { forms: /^The first/, why: 'the demo has fewer than two hundred' },
  'reconcile-desk.ts: reconcileDesk.leaveOut': {
    forms: /\{0\} rows$/,
    why: 'of the statements of the tests one row is at fault',
  },
  'reconcile-desk.ts: reconcileDesk.month': { why: 'its argument is a platform; reconcile.test.ts shows them' },
  'reconcile-desk.ts: reconcileDesk.sums': { why: 'its argument is a difference; reconcile.test.ts shows each kind' },
  'reconcile-desk.ts: reconcileDesk.advice': { why: 'its argument is a difference; reconcile.test.ts shows each kind' },
  'statement-desk.ts: statementDesk.sentence': { why: 'its month is that of a statement; statement.test.ts shows it' },
  'statement-desk.ts: statementDesk.monthName': {
    why: 'its month is one beside a statement; statement.test.ts shows two',
  },
  'statement-desk.ts: statementDesk.sums': { why: 'its argument is a statement; statement.test.ts shows each' },
  'statement-desk.ts: statementDesk.first': { forms: /first/, why: 'no partner of the demo has so many bookings' },
  'users-desk.ts: usersDesk.sentence': { forms: /^1 account\. Every/, why: 'the demo has several accounts' },
  'desk.ts: desk.entryBy': {
    forms: ['{0}, by the system'],
    why: 'what the demo does by itself changes no account',
  },
  'users-desk.ts: usersDesk.organisation': { forms: ['staff'], why: alone },
  'in-app.ts: suggestions.reasons.kinds.Cultural Experiences': { forms: ['Island culture'], why: alone },
  'in-app.ts: suggestions.reasons.times.before': { forms: ['beforehand'], why: alone },
  'in-app.ts: suggestions.reasons.times.after': { forms: ['afterwards'], why: alone },
  'map.ts: map.cluster': { forms: /^1 experience/, why: 'a cluster is of two or more' },
  'map.ts: map.distance': { forms: ['0 m'], why: 'nothing lies exactly there' },
  'offline.ts: offline.contents': { forms: /\b1 picture:/, why: 'every place of the demo has several' },
  'scan.ts: scan.announced': { forms: ['1 experience'], why: 'the sample set has several' },
  'scan.ts: scan.waitingScans': { forms: /^\{0\} scans/, why: 'offline-scan.test.ts lets one wait' },
  'stakeholders.ts: stakeholders.toUse': { why: 'its argument is a list; invitation-staff.test.ts shows each way' },
  'portal-desk.ts: portalCodes.sentence': {
    forms: /of 1 QR code/,
    why: 'no account allows as few; the usual limit is ten',
  },
  'portal-desk.ts: portalFigures.stepOf': { forms: /100%/, why: 'not everybody of a test books' },
  'portal-desk.ts: portalEarnings.sentence': { why: 'its argument is balances; portal-earnings.test.ts shows it' },
  'portal-desk.ts: portalEarnings.nextOf': { why: 'one argument is a day; portal-earnings.test.ts shows it' },
  'portal-desk.ts: portalEarnings.monthName': { why: 'its month is one of a filter; portal-earnings.test.ts shows it' },
  'portal-desk.ts: portalEarnings.statementOf': { why: 'its argument is a month; portal-earnings.test.ts shows it' },
  'portal-desk.ts: portalFigures.sentence': { why: 'its arguments are figures; portal-performance.test.ts shows it' },
  'portal-desk.ts: portalFigures.compared': {
    forms: /fewer than before|^1 scan/,
    why: 'the demo has not been scanned in the month before; portal-performance.test.ts shows more',
  },
  'portal-desk.ts: portalFigures.codesInAll': { why: 'its argument is a list; portal-codes-beside.test.ts shows it' },
  'portal-desk.ts: portalFigures.byDayText': { why: 'its days are a span; portal-performance.test.ts shows it' },
  'portal-desk.ts: portalCodes.calendarDay': aDate,
  'portal-desk.ts: portalFirstSteps.scanned': { why: 'its argument is a day; portal-first-day.test.ts shows it' },
  'portal-desk.ts: portalSettings.endedByLink': { why: 'its argument is a day; unsubscribe.test.ts shows it' },
  'portal-desk.ts: portalSettings.sentence': { why: 'one argument is a day; portal-performance.test.ts shows it' },
  'rate-changes-desk.ts: rateChangesDesk.card': { why: 'one argument is a day; rate-changes.test.ts shows it' },
  'rate-changes-desk.ts: rateChangesDesk.late': { why: 'its arguments are days; rate-changes.test.ts shows it' },
  'rate-changes-desk.ts: rateChangesDesk.said.card': { why: 'one argument is a day; rate-changes.test.ts shows it' },
  'tickets.ts: tickets.guests': { forms: ['1 person'], why: 'tickets.test.ts comes as two' },
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
      .filter((path) => !otherFiles.includes(path) && !path.endsWith('.test.ts'))
      .map(async (path): Promise<CatalogueFile> => ({ path, exports: { ...(await import(join(catalogue, path))) } })),
  );
  expect(seen.length).toBeGreaterThan(0);
  const unseen = findUnseen(files, seen, unreachable);
  expect(unseen).toEqual([]);
});
