import { randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { countActivity } from '../../server/features/activity/activity.store.ts';
import { readActivity } from '../../server/features/activity/activity.ts';
import { readTravelerFigures } from '../../server/features/activity/traveler-figures.ts';
import {
  findFirstMeasured,
  readCodeDays,
  readPartnerFigures,
  readSpan,
  sumCodeScans,
} from '../../server/features/analytics/analytics.ts';
import { lockBooking, lockClaimableBooking, updateBooking } from '../../server/features/bookings/bookings.store.ts';
import { getConversion } from '../../server/features/bookings/bookings.ts';
import { getClaim } from '../../server/features/bookings/claims.ts';
import { findInquiries, insertInquiry } from '../../server/features/bookings/inquiries.store.ts';
import { getBookingCalendar, getOwnBooking, listOwnBookings } from '../../server/features/bookings/read-bookings.ts';
import * as campaigns from '../../server/features/campaigns/campaigns.store.ts';
import * as invoices from '../../server/features/campaigns/invoices.store.ts';
import { findChoices } from '../../server/features/campaigns/result-choices.store.ts';
import * as results from '../../server/features/campaigns/results.store.ts';
import * as firstSteps from '../../server/features/codes/first-steps.store.ts';
import * as codes from '../../server/features/codes/qr-codes.store.ts';
import * as requests from '../../server/features/codes/qr-requests.store.ts';
import { findCommission, findEntries, findHoldsOf } from '../../server/features/commission/explain.store.ts';
import { findPayoutsOf } from '../../server/features/commission/ledger-lists.store.ts';
import { findOwnCommissions } from '../../server/features/commission/own-commissions.store.ts';
import * as partnerStatements from '../../server/features/commission/partner-statements.store.ts';
import * as statements from '../../server/features/commission/statements.store.ts';
import * as curation from '../../server/features/curation/curation.store.ts';
import { findHousePlace } from '../../server/features/curation/house-lists.store.ts';
import * as invitations from '../../server/features/invitations/invitations.store.ts';
import * as organisations from '../../server/features/organisations/organisations.store.ts';
import * as ownListings from '../../server/features/own-listings/own-listings.store.ts';
import {
  findSettings,
  putChoices,
  putReportChoice,
} from '../../server/features/partner-settings/partner-settings.store.ts';
import { deletePasskey, listPasskeys } from '../../server/features/passkeys/passkeys.store.ts';
import { findEarned, findFirstDay, findOwnCodes } from '../../server/features/performance/performance.store.ts';
import * as proposals from '../../server/features/place-proposals/place-proposals.store.ts';
import * as profiles from '../../server/features/profiles/profiles.store.ts';
import * as reviews from '../../server/features/reviews/reviews.store.ts';
import * as saved from '../../server/features/saved/saved.store.ts';
import type { Tx } from '../../server/platform/database/database.ts';
import { readPage } from '../../server/platform/lists.ts';
import { findLongWork, findOneLongWork } from '../../server/platform/long-work/long-work.store.ts';
import { endOwnSession, endSessionsOf, listSessions } from '../../server/platform/sessions/sessions.ts';
import { claimRow, findUpload, insertUpload } from '../../server/platform/uploads/uploads.store.ts';
import { aboutIt } from '../listings-scene.ts';
import { aCampaign, type House, statedMonth } from './walls-world.ts';

/** What is another house's, besides what it names itself. */
export interface Theirs extends House {
  session: string;
  passkey: string;
  work: string;
  /** Of the traveler, of the staff. */
  ownUpload: string;
  houseUpload: string;
  /** One that only who saved it still sees. */
  hidden: number;
  codeId: number;
  code: string;
  placeName: string;
  proposal: string;
  /** Of the agency. */
  campaign: string;
  invoice: string;
  /** What its advertiser asks for a listing. */
  asked: string;
}

/**
 * One function that is handed a tenant's transaction, called for what is another's as if the application had not asked whose that is:
 * what comes of it behind the wall. Of those whose it is something else must come of it, or the try would show nothing.
 */
export interface Try {
  as: 'traveler' | 'staff' | 'advertiser';
  call: (tx: Tx, theirs: Theirs, now: Date) => Promise<unknown>;
  behind: unknown;
  /** Of a function that says nothing: what it would change, looked at before the wall. */
  look?: (tx: Tx, theirs: Theirs) => Promise<unknown>;
}

const traveler = (call: Try['call'], behind: unknown, look?: Try['look']): Try => ({
  ...{ as: 'traveler', call, behind },
  ...(look && { look }),
});
const staff = (call: Try['call'], behind: unknown, look?: Try['look']): Try => ({
  ...traveler(call, behind, look),
  as: 'staff',
});
const advertiser = (call: Try['call'], behind: unknown, look?: Try['look']): Try => ({
  ...traveler(call, behind, look),
  as: 'advertiser',
});

/** What PostgreSQL answers whoever puts something with somebody else. */
const refused = '42501';
const missing = 'not_found';
const page = (sort = '-created_at') => readPage({ sort }, () => true);
const link = (now: Date) => ({ tokenHash: randomBytes(32), now, expiresAt: new Date(now.getTime() + 60_000) });
const always: statements.Span = { from: new Date(0), until: new Date('2100-01-01') };
const anUpload = (of: { user_id: string; organisation_id: string | null }, now: Date) => ({
  ...{ ...of, id: randomUUID(), purpose: 'picture', name: 'x', bytes: 1, media_type: 'image/png' },
  ...{ sha256: randomBytes(32), created_at: now, expires_at: now },
});
const nothingDone = { scanned: 0, booked: 0, saved: 0 };

export const tries: Record<string, Try> = {
  // Of a person.
  listSessions: traveler((tx, { traveler: { id } }, now) => listSessions(tx, callerOf(id), now), []),
  endOwnSession: traveler((tx, theirs) => endOwnSession(tx, callerOf(theirs.traveler.id), theirs.session), missing),
  endSessionsOf: traveler((tx, theirs) => endSessionsOf(tx, theirs.traveler.id), 0),
  listPasskeys: traveler((tx, theirs) => listPasskeys(tx, theirs.traveler.id), []),
  deletePasskey: traveler((tx, theirs) => deletePasskey(tx, theirs.traveler.id, theirs.passkey), false),
  findOneLongWork: traveler((tx, { work }) => findOneLongWork(tx, work, { hidden: [] }), undefined),
  findLongWork: traveler(
    async (tx, theirs) => (await findLongWork(tx, { askedBy: theirs.traveler.id, hidden: [] }, page())).rows,
    [],
  ),
  insertUpload: traveler(
    (tx, theirs, now) => insertUpload(tx, anUpload({ user_id: theirs.traveler.id, organisation_id: null }, now)),
    refused,
  ),
  findUpload: traveler((tx, theirs) => findUpload(tx, theirs.ownUpload), undefined),
  claimRow: traveler((tx, theirs, now) => claimRow(tx, theirs.ownUpload, 'picture', now), undefined),
  readActivity: traveler((tx, theirs) => readActivity(tx, theirs.traveler.id, undefined), {
    ...{ counts: nothingDone, timeline: [], next: null },
  }),
  countActivity: traveler((tx, theirs) => countActivity(tx, theirs.traveler.id), nothingDone),
  readTravelerFigures: traveler(
    async (tx, theirs, now) => {
      const { scans, saved, bookings } = await readTravelerFigures(tx, now, theirs.traveler.id, '24h');
      return { scans, saved, ...bookings };
    },
    { scans: 0, saved: 0, pending: 0, confirmed: 0, completed: 0, cancelled: 0 },
  ),
  findProfile: traveler((tx, theirs) => profiles.findProfile(tx, theirs.traveler.id), undefined),
  finishOnboarding: traveler(
    async (tx, theirs, now) => profiles.finishOnboarding(tx, theirs.traveler.id, { phone: '0' }, now),
    refused,
  ),
  holdOwnAccount: traveler((tx, theirs) => profiles.holdOwnAccount(tx, theirs.traveler.id), false),
  updateProfile: traveler(
    (tx, theirs, now) => profiles.updateProfile(tx, theirs.traveler.id, { phone: '0' }, now),
    null,
    async (tx, theirs) => (await profiles.findProfile(tx, theirs.traveler.id))?.phone,
  ),
  updateDisplayName: traveler(
    (tx, theirs) => profiles.updateDisplayName(tx, theirs.traveler.id, 'Taken over'),
    true,
    async (tx, theirs) => (await profiles.findProfile(tx, theirs.traveler.id))?.display_name !== 'Taken over',
  ),
  findReviews: traveler(async (tx, theirs) => byOf(await reviews.findReviews(tx, {}), theirs), []),
  findReviewable: traveler((tx, theirs) => reviews.findReviewable(tx, theirs.booking), undefined),
  upsertReview: traveler((tx, { booking: bookingId, traveler: { id: userId }, listing: listingId }, now) => {
    return reviews.upsertReview(tx, { bookingId, userId, listingId, rating: 1, words: 'x', now });
  }, refused),
  listSavedRows: traveler((tx, theirs) => saved.listSavedRows(tx, theirs.traveler.id), []),
  listSavedIds: traveler((tx, theirs) => saved.listSavedIds(tx, theirs.traveler.id), []),
  lockAndCount: traveler((tx, theirs) => saved.lockAndCount(tx, theirs.traveler.id), 0),
  updateNote: traveler((tx, theirs) => saved.updateNote(tx, theirs.traveler.id, theirs.listing, 'x'), undefined),
  findListings: traveler((tx, theirs) => saved.findListings(tx, [theirs.hidden], false), new Set()),
  joinSaved: traveler(
    (tx, theirs, now) =>
      saved.joinSaved(tx, theirs.traveler.id, [{ listing_id: theirs.listing, note: 'x', saved_at: now }]),
    refused,
  ),
  findNote: traveler((tx, theirs) => saved.findNote(tx, theirs.traveler.id, theirs.listing), undefined),
  deleteSavedRow: traveler((tx, theirs) => saved.deleteSavedRow(tx, theirs.traveler.id, theirs.listing), false),
  findInquiries: traveler((tx, theirs) => findInquiries(tx, { ids: [theirs.inquiry] }), []),
  insertInquiry: traveler(
    async (tx, theirs, created_at) =>
      typeof (await insertInquiry(tx, {
        user_id: theirs.traveler.id,
        listing_text: 'x',
        platform: 'viator',
        created_at,
      })),
    refused,
  ),
  getConversion: traveler((tx, theirs) => getConversion(tx, theirs.traveler.id, theirs.booking), missing),
  listOwnBookings: traveler((tx, theirs) => listOwnBookings(tx, theirs.traveler.id, {}), []),
  getOwnBooking: traveler((tx, theirs) => getOwnBooking(tx, theirs.traveler.id, theirs.booking), missing),
  getBookingCalendar: traveler(
    (tx, theirs, now) => getBookingCalendar(tx, theirs.traveler.id, theirs.booking, 'Holoholo', now),
    missing,
  ),
  getClaim: traveler((tx, theirs) => getClaim(tx, theirs.traveler.id, theirs.booking), missing),
  lockBooking: traveler((tx, theirs) => lockBooking(tx, theirs.booking), undefined),
  lockClaimableBooking: traveler((tx, { traveler: { id: userId }, listing: listingId }) => {
    return lockClaimableBooking(tx, { userId, listingId, platform: 'viator', clickedAt: undefined });
  }, undefined),
  updateBooking: traveler(
    (tx, theirs) => updateBooking(tx, theirs.booking, { guest_count: 9 }),
    null,
    async (tx, theirs) => (await lockBooking(tx, theirs.booking))?.guest_count,
  ),

  // Of an organisation.
  claimRowOfHouse: staff((tx, theirs, now) => claimRow(tx, theirs.houseUpload, 'picture', now), undefined),
  findCommission: staff((tx, theirs) => findCommission(tx, theirs.booking), undefined),
  findEntries: staff((tx, theirs) => findEntries(tx, theirs.booking), []),
  findHoldsOf: staff((tx, theirs) => findHoldsOf(tx, theirs.booking), []),
  findPayoutsOf: staff((tx, theirs) => findPayoutsOf(tx, theirs.hotel), []),
  findPartner: staff((tx, theirs) => statements.findPartner(tx, theirs.hotel), undefined),
  findOwnCommissions: staff(
    (tx, theirs) => findOwnCommissions(tx, theirs.hotel, { state: undefined, booked: [] }, page()),
    { rows: [], total: 0, digest: null },
  ),
  findBalances: staff((tx, theirs) => statements.findBalances(tx, theirs.hotel), new Map()),
  sumStatement: staff((tx, theirs) => statements.sumStatement(tx, theirs.hotel, always), {
    ...{ opening: 0, earned: 0, clawed_back: 0, paid: 0, line_count: 0 },
  }),
  findStatementLines: staff((tx, theirs) => statements.findStatementLines(tx, theirs.hotel, always, null), []),
  findFinalStatement: staff(
    (tx, theirs) => partnerStatements.findFinalStatement(tx, theirs.hotel, statedMonth),
    undefined,
  ),
  findFinalLines: staff((tx, theirs) => partnerStatements.findFinalLines(tx, theirs.hotel, statedMonth, null), []),
  findMembers: staff((tx, theirs) => organisations.findMembers(tx, theirs.hotel), []),
  lockMember: staff((tx, theirs) => organisations.lockMember(tx, theirs.hotel, theirs.staff.id), undefined),
  updatePermissions: staff(
    (tx, theirs) => organisations.updatePermissions(tx, theirs.hotel, theirs.staff.id, ['view_own_data']),
    { standing: 'staff', permissions: [] },
    (tx, theirs) => organisations.lockMember(tx, theirs.hotel, theirs.staff.id),
  ),
  updateStanding: staff(
    (tx, theirs) =>
      organisations.updateStanding(tx, theirs.hotel, theirs.staff.id, { standing: 'owner', permissions: [] }),
    { standing: 'staff', permissions: [] },
    (tx, theirs) => organisations.lockMember(tx, theirs.hotel, theirs.staff.id),
  ),
  deleteMember: staff(
    (tx, theirs) => organisations.deleteMember(tx, theirs.hotel, theirs.staff.id),
    { standing: 'staff', permissions: [] },
    (tx, theirs) => organisations.lockMember(tx, theirs.hotel, theirs.staff.id),
  ),
  listInvitations: staff((tx, theirs) => invitations.listInvitations(tx, theirs.hotel, 9), []),
  findInvitation: staff((tx, theirs) => invitations.findInvitation(tx, { id: theirs.invitation }), undefined),
  isInvited: staff(
    (tx, theirs, now) => invitations.isInvited(tx, theirs.hotel, `clerk-${theirs.hotel}@hotel.example`, now),
    false,
  ),
  insertStaffInvitation: staff((tx, theirs, now) => {
    const role = {
      stakeholder_type: 'partner',
      partner_type: 'hotel',
      organization_name: 'Hale',
      permissions: [],
      standing: 'staff',
    };
    const to = { invited_email: `${randomUUID()}@hotel.example`, invited_by: theirs.partner.id };
    return invitations.insertStaffInvitation(tx, { ...role, ...to, organisation_id: theirs.hotel }, link(now));
  }, refused),
  replaceLink: staff(
    (tx, theirs, now) => invitations.replaceLink(tx, theirs.hotel, theirs.invitation, link(now)),
    undefined,
  ),
  findFirstSteps: staff((tx, theirs, now) => firstSteps.findFirstSteps(tx, theirs.hotel, now), {
    requested_at: null,
    code: null,
    printed_at: null,
    scanned_at: null,
  }),
  markPrinted: staff((tx, theirs, now) => firstSteps.markPrinted(tx, now, theirs.codeId), false),
  findCodes: staff((tx, theirs, now) => codes.findCodes(tx, theirs.hotel, now), []),
  countCodes: staff((tx, theirs) => codes.countCodes(tx, theirs.hotel), { codes: 0, asked: 0, most: 0 }),
  lockCode: staff((tx, theirs) => codes.lockCode(tx, theirs.hotel, theirs.code), undefined),
  holdOwnPlace: staff((tx, theirs) => codes.holdOwnPlace(tx, theirs.hotel, theirs.place), false),
  updateCode: staff(
    (tx, theirs) => codes.updateCode(tx, theirs.codeId, { label: 'Taken over' }),
    null,
    async (tx, theirs) => (await codes.lockCode(tx, theirs.hotel, theirs.code))?.label,
  ),
  // Where places are and what they show is public, but not what their partner hides.
  findOwnPlaces: staff(
    async (tx, theirs) => (await curation.findOwnPlaces(tx, theirs.hotel)).map(({ hidden }) => hidden),
    [0],
  ),
  findPlaced: staff(
    async (tx, theirs) => (await curation.findPlaced(tx, theirs.place)).filter((one) => one.hidden_by_partner),
    [],
  ),
  findOwnPlace: staff((tx, theirs) => curation.findOwnPlace(tx, theirs.hotel, theirs.place, { lock: true }), undefined),
  lockPlaced: staff((tx, theirs) => curation.lockPlaced(tx, theirs.place), 0),
  updatePlaced: staff(
    (tx, theirs) =>
      curation.updatePlaced(tx, theirs.place, [{ listing_id: theirs.listing, position: 7, hidden_by_partner: true }]),
    false,
    async (tx, theirs) => (await curation.findAllPlaced(tx, theirs.place))[0]?.hidden_by_partner,
  ),
  setArranged: staff(
    (tx, theirs, now) => curation.setArranged(tx, theirs.place, now),
    null,
    async (tx, theirs) => (await findHousePlace(tx, theirs.place))?.arranged_at,
  ),
  findOwnRequests: staff((tx, theirs) => requests.findOwnRequests(tx, theirs.hotel), []),
  findCodesOfPlace: staff((tx, theirs) => requests.findCodesOfPlace(tx, theirs.hotel, theirs.placeName), []),
  insertRequest: staff((tx, theirs, created_at) => {
    const asked = { request_type: 'new_location', location_description: '', location_address: '' } as const;
    return requests.insertRequest(tx, { ...asked, organisation_id: theirs.hotel, location_name: 'x', created_at });
  }, refused),
  findOwnProposals: staff((tx, theirs) => proposals.findOwnProposals(tx, theirs.hotel, theirs.place), []),
  findOwnProposal: staff(
    (tx, theirs) => proposals.findOwnProposal(tx, theirs.hotel, theirs.proposal, { lock: true }),
    undefined,
  ),
  findProposedPicture: staff((tx, theirs) => proposals.findProposedPicture(tx, theirs.proposal), undefined),
  insertProposal: staff((tx, theirs, created_at) => {
    const of = { organisation_id: theirs.hotel, location_id: theirs.place };
    return proposals.insertProposal(tx, { ...of, name: 'Taken over', created_at });
  }, refused),
  withdrawRow: staff(
    (tx, theirs, now) => proposals.withdrawRow(tx, theirs.proposal, now),
    'pending',
    async (tx, theirs) => (await proposals.findOwnProposal(tx, theirs.hotel, theirs.proposal))?.status,
  ),
  findSettings: staff((tx, theirs) => findSettings(tx, memberOf(theirs)), undefined),
  putReportChoice: staff((tx, theirs, now) => {
    const choice = { email_reports: false, reporting_frequency: 'weekly', ended_at: null } as const;
    return putReportChoice(tx, now, memberOf(theirs), choice);
  }, refused),
  putChoices: staff((tx, theirs, now) => {
    const choices = { email_reports: false, push_reports: false, marketing_consent: true } as const;
    return putChoices(tx, now, theirs.hotel, { ...choices, reporting_frequency: 'weekly' });
  }, refused),
  // Of an advertiser.
  findOwnPage: advertiser(
    async (tx, { agency }) =>
      (
        await ownListings.findOwnPage(
          tx,
          agency,
          {},
          readPage({ sort: 'name' }, () => true),
        )
      ).rows,
    [],
  ),
  countOwn: advertiser((tx, { agency }) => ownListings.countOwn(tx, agency), []),
  findOwn: advertiser((tx, { agency, listing }) => ownListings.findOwn(tx, agency, listing), undefined),
  countUnpublished: advertiser((tx, { agency }) => ownListings.countUnpublished(tx, agency), 0),
  insertOwn: advertiser((tx, { agency }, now) => {
    const listing = { name: 'Mine', description: aboutIt, category: 'Shopping', price_range: '$', is_active: false };
    const of = { held: 'unpublished', organisation_id: agency, created_at: now, updated_at: now };
    return ownListings.insertOwn(tx, { ...listing, ...of });
  }, refused),
  updateOwn: advertiser(
    (tx, { listing }) => ownListings.updateOwn(tx, listing, { name: 'Mine' }),
    undefined,
    async (tx, { listing }) =>
      (await tx.selectFrom('listings').select('id').where('id', '=', listing).where('name', '=', 'Mine').execute())[0],
  ),
  insertAsked: advertiser((tx, { agency, listing }, now) => {
    const asked = {
      listing_id: listing,
      is_new: false,
      content: '{}',
      was: '{}',
      state: 'submitted',
      submitted_at: now,
    };
    return ownListings.insertAsked(tx, { ...asked, organisation_id: agency });
  }, refused),
  updateAsked: advertiser(
    (tx, { asked }) => ownListings.updateAsked(tx, asked, { content: '{"price_range":"$"}' }),
    undefined,
    async (tx, { asked }) =>
      (await sql`select id from listing_proposals where id = ${asked} and content ? 'price_range'`.execute(tx)).rows[0],
  ),
  findFirstDay: staff((tx, theirs) => findFirstDay(tx, theirs.partner.id), undefined),
  findEarned: staff((tx, theirs) => findEarned(tx, theirs.hotel, { ...always, changed: [] }), []),
  findOwnCodes: staff((tx, theirs) => findOwnCodes(tx, theirs.hotel), []),
  readPartnerFigures: staff(
    (tx, theirs, now) => {
      const of = { ownerId: theirs.partner.id, places: [theirs.place], codes: [theirs.codeId], changed: [] };
      return readPartnerFigures(tx, { ...of, since: dayAgo(now), from: dayAgo(now), to: dayAfter(now) });
    },
    { days: [], places: new Map(), codes: new Map() },
  ),
  readSpan: staff((tx, theirs, now) => {
    const span = { from: dayAgo(now), until: dayAfter(now), grain: 'day', ownerId: theirs.partner.id } as const;
    return readSpan(tx, ['partner', 'partner_platform'], span);
  }, []),
  findFirstMeasured: staff(
    (tx, theirs) => findFirstMeasured(tx, { dimension: 'partner', key: theirs.partner.id, grain: 'day' }),
    {},
  ),
  readCodeDays: staff((tx, theirs, now) => {
    const of = { ownerId: theirs.partner.id, codes: [theirs.codeId] };
    return readCodeDays(tx, { ...of, from: dayAgo(now), to: dayAfter(now) });
  }, []),
  sumCodeScans: staff((tx, theirs, now) => {
    return sumCodeScans(tx, { ownerId: theirs.partner.id, codes: [theirs.codeId], to: dayAfter(now) });
  }, new Map()),
  findCampaignPage: advertiser(
    async (tx, theirs) => (await campaigns.findCampaignPage(tx, campaignsOf(theirs), {}, page('updated'))).rows,
    [],
  ),
  countCampaigns: advertiser((tx, theirs) => campaigns.countCampaigns(tx, campaignsOf(theirs)), {
    ...{ draft: 0, running: 0, paused: 0, ended: 0 },
  }),
  findCampaign: advertiser(
    (tx, theirs) => campaigns.findCampaign(tx, campaignsOf(theirs), theirs.campaign, { lock: true }),
    undefined,
  ),
  findResults: advertiser(
    async (tx, theirs) => (await results.findResults(tx, resultsOf(theirs))).filter((row) => row.of !== 'all'),
    [],
  ),
  countCells: advertiser((tx, theirs) => results.countCells(tx, resultsOf(theirs), 10), 0),
  countBeside: advertiser(async (tx, theirs) => {
    const booked = { campaign_id: theirs.campaign, day: '2026-11-02', location_id: 0 };
    const sums = { bookings: 1, unconfirmed: 0, revenue_cents: 1 };
    return await results.countBeside(tx, resultsOf(theirs), [{ ...booked, ...sums }]);
  }, 0),
  findResultLines: advertiser((tx, theirs) => results.findResultLines(tx, resultsOf(theirs), 10), []),
  findChoices: advertiser((tx, { agency }) => findChoices(tx, { organisation: agency }, { isOfAll: false }), {
    ...{ advertisers: [], campaigns: [], listings: [] },
  }),
  findInvoicePage: advertiser(
    async (tx, { agency }) => (await invoices.findInvoicePage(tx, agency, {}, page('number'))).rows,
    [],
  ),
  sumInvoices: advertiser((tx, { agency }) => invoices.sumInvoices(tx, agency), {
    ...{ open: 0, open_cents: 0, paid: 0, paid_cents: 0 },
  }),
  findInvoice: advertiser((tx, theirs) => invoices.findInvoice(tx, theirs.agency, theirs.invoice), undefined),
  isOwnListing: advertiser((tx, theirs) => campaigns.isOwnListing(tx, theirs.agency, theirs.listing), false),
  findHeld: advertiser(
    (tx, theirs) => campaigns.findHeld(tx, { organisation_id: theirs.agency, listing_id: theirs.listing }),
    undefined,
  ),
  findOwnListings: advertiser((tx, theirs) => campaigns.findOwnListings(tx, theirs.agency), []),
  insertCampaign: advertiser(
    async (tx, { agency: organisation_id, listing: listing_id }, now) =>
      typeof (await campaigns.insertCampaign(tx, { ...aCampaign(now), organisation_id, listing_id })),
    refused,
  ),
  putPlaces: advertiser((tx, theirs) => campaigns.putPlaces(tx, theirs.campaign, [theirs.place]), refused),
  updateCampaignRow: advertiser(
    (tx, theirs, updated_at) => campaigns.updateCampaignRow(tx, theirs.campaign, { name: 'Taken over', updated_at }),
    'The reef',
    async (tx, theirs) => (await campaigns.findCampaign(tx, { ...campaignsOf(theirs) }, theirs.campaign))?.name,
  ),
  deleteCampaignRow: advertiser(
    (tx, theirs) => campaigns.deleteCampaignRow(tx, theirs.campaign),
    true,
    (tx, theirs) => campaigns.isCampaign(tx, theirs.campaign),
  ),
  revoke: staff((tx, theirs, now) => invitations.revoke(tx, theirs.hotel, theirs.invitation, now), undefined),
};

const resultsOf = ({ agency }: Theirs) => ({ organisation: agency, from: '2026-11-01', until: '2026-11-30' });
const campaignsOf = ({ agency }: Theirs) => ({ organisation: agency, today: '2026-11-21' });

const memberOf = ({ hotel, staff }: Theirs) => ({ organisationId: hotel, userId: staff.id });

const dayAgo = (now: Date) => new Date(now.getTime() - 86_400_000);
const dayAfter = (now: Date) => new Date(now.getTime() + 86_400_000);

const callerOf = (userId: string) => ({ userId, sessionHash: randomBytes(32) }) as Parameters<typeof listSessions>[1];

const byOf = (rows: { user_id: string }[], { traveler: { id } }: House) => rows.filter((row) => row.user_id === id);

/** Finds what a house does not name itself. */
export async function theirsOf(db: Tx | Parameters<typeof listPasskeys>[0], house: House): Promise<Theirs> {
  const { rows } = await sql<Omit<Theirs, keyof House>>`select
    (select id from sessions where user_id = ${house.traveler.id} limit 1) as session,
    (select id from passkeys where user_id = ${house.traveler.id}) as passkey,
    (select id from long_work where asked_by = ${house.traveler.id}) as work,
    (select id from uploads where user_id = ${house.traveler.id}) as "ownUpload",
    (select id from uploads where organisation_id = ${house.hotel}) as "houseUpload",
    (select s.listing_id from saved_listings s join listings l on l.id = s.listing_id
      where s.user_id = ${house.traveler.id} and not l.is_active) as hidden,
    (select id from qr_codes where location_id = ${house.place}) as "codeId",
    (select code from qr_codes where location_id = ${house.place}) as code,
    (select id from campaigns where organisation_id = ${house.agency}) as campaign,
    (select id from campaign_invoices where organisation_id = ${house.agency}) as invoice,
    (select id from place_proposals where location_id = ${house.place}) as proposal,
    (select id from listing_proposals where organisation_id = ${house.agency}) as asked,
    (select name from locations where id = ${house.place}) as "placeName"`.execute(db);
  return { ...house, ...rows[0]! };
}
