import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Tx, withTransaction } from '../../server/platform/database/database.ts';
import { withTenant } from '../../server/platform/database/tenants.store.ts';
import { createWorld, type World } from '../world.ts';
import { findWalledCalls, walledCallsOf } from './walled-calls.ts';
import { type Theirs, type Try, theirsOf, tries } from './walled-tries.ts';
import { aHouse, type House } from './walls-world.ts';

/** All that the server does behind the wall. Who adds to it says here what is done, and tries it in `tries` with what is another's. */
const callers: Record<string, string[]> = {
  'features/accounts/own-sessions.routes.ts': ['listSessions', 'endOwnSession', 'endSessionsOf'],
  'features/activity/activity.routes.ts': ['readActivity', 'readTravelerFigures'],
  'features/bookings/bookings.routes.ts': ['getConversion', 'listOwnBookings', 'getBookingCalendar'],
  'features/bookings/claims.ts': ['claim', 'read'],
  'features/bookings/inquiries.ts': ['getInquiry', 'insertInquiry', 'findInquiries'],
  'features/bookings/platform-bookings.routes.ts': ['getClaim'],
  'features/campaigns/campaigns.ts': [
    ...['work', 'findCampaignPage', 'countCampaigns', 'findCampaign', 'findOwnListings', 'findPlaces'],
  ],
  'features/campaigns/change-campaign.ts': [
    ...['isOwnListing', 'requirePlaces', 'lockCampaignsOf', 'requireNotHeld', 'requireRoom', 'insertCampaign'],
    ...['putPlaces', 'audit', 'found'],
  ],
  'features/campaigns/invoices.ts': ['findInvoicePage', 'sumInvoices', 'findInvoice'],
  'features/campaigns/results.ts': ['countCells', 'findResults', 'countBeside', 'findChoices', 'findResultLines'],
  'features/codes/first-steps.ts': ['findFirstSteps', 'lockCode', 'markPrinted', 'recordAudit'],
  'features/codes/qr-codes.ts': [
    ...['present', 'findCodes', 'countCodes', 'lockCode', 'holdOwnPlace', 'updateCode', 'recordAudit'],
  ],
  'features/codes/qr-requests.ts': [
    'findOwnRequests',
    'findReplaced',
    'requireRoomToAsk',
    'insertRequest',
    'recordAudit',
  ],
  'features/commission/explain.ts': ['read'],
  'features/commission/ledger-lists.ts': ['findPayoutsOf'],
  'features/commission/own-commissions.ts': ['findOwnCommissions'],
  'features/commission/statements.ts': [
    ...[
      'findPartner',
      'work',
      'findPayableAfter',
      'findBalances',
      'sumAskedBack',
      'findFinalStatement',
      'sumStatement',
    ],
    ...['findFinalLines', 'findStatementLines'],
  ],
  'features/content/listing-imports.ts': ['claimUpload'],
  'features/content/listing-pictures.ts': ['claimUpload'],
  'features/curation/curation.ts': [
    ...['findOwnPlaces', 'findOwnPlace', 'findPlaced', 'lockPlaced', 'updatePlaced', 'setArranged', 'audit'],
  ],
  'features/figures/ground.ts': ['readBoth'],
  'features/imports/begin-import.ts': ['claimUpload'],
  'features/invitations/staff-invitations.ts': [
    ...['listInvitations', 'findInvitation', 'isInvited', 'insertStaffInvitation', 'replaceLink', 'revoke'],
  ],
  'features/organisations/organisations.ts': ['findMembers', 'lockMember', 'updatePermissions', 'audit'],
  'features/organisations/team-changes.ts': ['updateStanding', 'deleteMember', 'lockMember'],
  'features/own-listings/own-listings.ts': [
    ...['findOwnPage', 'countOwn', 'findOwn', 'countUnpublished', 'insertOwn', 'audit', 'work'],
  ],
  'features/own-listings/own-pictures.ts': ['findOwn', 'claimUpload'],
  'features/partner-settings/partner-settings.ts': ['findSettings', 'putReportChoice', 'putChoices', 'recordAudit'],
  'features/passkeys/passkeys.ts': ['listPasskeys', 'deletePasskey', 'audit'],
  'features/performance/code-days.ts': ['findOwnCodes', 'readDays'],
  'features/performance/performance.ts': ['findFirstDay', 'findOwnCodes', 'readPartnerFigures', 'findEarned'],
  'features/place-proposals/place-proposals.ts': [
    ...['findOwnProposals', 'findOwnProposal', 'findProposedPicture', 'insertProposal', 'recordAudit', 'withdrawRow'],
  ],
  'features/profiles/profiles.ts': [
    ...['findProfile', 'finishOnboarding', 'audit', 'holdOwnAccount', 'updateProfile', 'updateDisplayName'],
  ],
  'features/reviews/reviews.ts': ['findReviews', 'findReviewable', 'upsertReview', 'recordAudit'],
  'features/saved/saved.routes.ts': ['listSavedIds'],
  'features/saved/saved.ts': [
    ...['listSavedRows', 'lockAndCount', 'findNote', 'updateNote', 'findListings', 'joinSaved', 'deleteSavedRow'],
    'listSavedIds',
  ],
  'features/work/long-work.ts': ['read', 'findOneLongWork', 'findLongWork'],
  'platform/uploads/uploads.ts': ['insertUpload', 'findUpload'],
};

/** What stands for others: of work that is given by name, and of functions that only hand on. */
const standsFor: Record<string, string[]> = {
  'features/bookings/claims.ts claim': ['lockBooking', 'lockClaimableBooking', 'updateBooking'],
  'features/bookings/claims.ts read': ['getOwnBooking', 'getClaim'],
  'features/bookings/inquiries.ts getInquiry': ['findInquiries'],
  // Its callers are among `callers` themselves.
  'features/campaigns/campaigns.ts work': [],
  'features/campaigns/change-campaign.ts found': [
    'findCampaign',
    'findHeld',
    'updateCampaignRow',
    'putPlaces',
    'deleteCampaignRow',
  ],
  // Which places there are is public.
  'features/campaigns/campaigns.ts findPlaces': [],
  'features/campaigns/change-campaign.ts requirePlaces': [],
  // A number that is waited for.
  'features/campaigns/change-campaign.ts lockCampaignsOf': [],
  'features/campaigns/change-campaign.ts requireNotHeld': ['findHeld'],
  'features/campaigns/change-campaign.ts requireRoom': ['countCampaigns'],
  'features/codes/qr-codes.ts present': ['sumCodeScans'],
  'features/codes/qr-requests.ts findReplaced': ['findCodesOfPlace', 'lockCode'],
  'features/codes/qr-requests.ts requireRoomToAsk': ['countCodes'],
  'features/commission/explain.ts read': ['findCommission', 'findEntries', 'findHoldsOf'],
  // Its callers are among `callers` themselves.
  'features/commission/statements.ts work': [],
  // They read the rows that these read.
  'features/commission/statements.ts findPayableAfter': ['findEarned'],
  'features/commission/statements.ts sumAskedBack': ['findOwnCommissions'],
  'features/performance/code-days.ts readDays': ['readCodeDays'],
  'features/figures/ground.ts readBoth': ['readSpan', 'findFirstMeasured'],
  'features/imports/begin-import.ts claimUpload': ['claimRow', 'claimRowOfHouse'],
  'features/content/listing-imports.ts claimUpload': ['claimRow', 'claimRowOfHouse'],
  'features/content/listing-pictures.ts claimUpload': ['claimRow', 'claimRowOfHouse'],
  'features/own-listings/own-listings.ts work': ['updateOwn', 'updateAsked', 'insertAsked'],
  'features/own-listings/own-pictures.ts claimUpload': ['claimRow', 'claimRowOfHouse'],
  'features/work/long-work.ts read': [],
  'features/activity/activity.routes.ts readActivity': ['readActivity', 'countActivity'],
};
/** Only puts down what was done, for administrators: whoever may write there reads nothing of it. */
const audits = ['audit', 'recordAudit'];

const triesOf = (file: string, call: string): string[] => standsFor[`${file} ${call}`] ?? [call];

describe('who does something behind the wall', () => {
  test('is listed, with all that it does there', async () => {
    expect(await findWalledCalls()).toEqual(callers);
  });

  test('is tried with what is another’s, each function of it, and nothing else is', () => {
    const done = Object.entries(callers).flatMap(([file, calls]) => calls.flatMap((call) => triesOf(file, call)));
    const wanted = new Set(done.filter((call) => !audits.includes(call)));
    expect([...wanted].sort()).toEqual(Object.keys(tries).sort());
  });

  test('is found, however the call is written', () => {
    const source = `
      export async function withTenant<T>(db: Db, tenant: Tenant, work: (tx: Tx) => Promise<T>) {}
      const one = await withTenant(ctx.db, { person: of(ctx) }, (tx) => show(now(), [tx], findOne(tx, id)));
      await withTenant(tx, ofTenant(own), async (walled) => { await first({ db: walled }); return walled; });
      return withTenant(db, { organisation }, handed);`;
    expect(walledCallsOf(source)).toEqual(['show', 'findOne', 'first', 'walled; }', 'handed']);
  });
});

let world: World;
let own: House;
let theirs: Theirs;
beforeAll(async () => {
  world = await createWorld();
  own = await aHouse(world);
  theirs = await theirsOf(world.db, await aHouse(world));
});
afterAll(() => world.close());

/** Thrown to leave everything as it was. */
class Undone extends Error {}

/** What comes of a try of one house, which is undone: what it says or is refused with, or else what it leaves behind. */
async function outcomeOf({ as, call, look }: Try, asker: House): Promise<unknown> {
  const done: { is?: unknown } = {};
  const all = async (tx: Tx) => {
    done.is = await withTenant(tx, asker.tenants[as], (walled) => call(walled, theirs, world.clock.now()));
    if (look) done.is = await look(tx, theirs);
    throw new Undone();
  };
  await withTransaction(world.db, all).catch((error: { code?: unknown }) => {
    if (error instanceof Undone) return;
    if (!error.code) throw error;
    done.is = error.code;
  });
  return done.is;
}

describe('where the application forgets to ask whose a row is, the wall stands', () => {
  test.each(Object.entries(tries))('%s', async (_name, tried) => {
    expect(await outcomeOf(tried, own)).toEqual(tried.behind);
    // Otherwise there would be nothing to find.
    expect(await outcomeOf(tried, theirs)).not.toEqual(tried.behind);
  });
});
