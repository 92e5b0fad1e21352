import { setImmediate } from 'node:timers/promises';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { matchKinds } from '../../../contract/platform-bookings.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  isHashOf,
  isNearlySame,
  itemOfLink,
  type NewsKeys,
  type PlatformName,
  platforms,
} from '../platforms/platforms.ts';
import { assumedAmountCents, newTransactionId } from './booking-values.ts';
import {
  type Candidate,
  type Claimant,
  findByReference,
  findClaimants,
  findOfClick,
  findPossible,
  findRebookedFrom,
  insertFurtherBooking,
  type OfClick,
} from './match-candidates.store.ts';
import { isTaken, type PlatformBookingRow } from './platform-bookings.store.ts';

/** Whose booking a platform tells of, as far as is known. `evidence` is for a person to decide. */
export interface Match {
  bookingId: string;
  kind: (typeof matchKinds)[number];
  /** Per cent. */
  confidence: number;
}

/** A proposal is worth the sum of what speaks for it. */
const weights = { email: 60, item: 30, withinDay: 10 };
/** Of what would be certain, but for something that speaks against it. */
const doubted = 50;

/** Nobody waits for more bookings than this at once; who claims more references ahead of their news is guessing. */
const mostOpenClaims = 10;
const dayMs = 86_400_000;
/** Of so many bookings of a company at the most the likeliest is looked for; each row of a statement asks for it by what was booked. */
const mostByItem = 500;
const mostByAddress = 5_000;
/** Then others are served in between. */
const hashedAtOnce = 200;
/** A click is looked for so long before the first news, and leads to further bookings so long, as it is credited. */
const daysBefore = 30;

/**
 * Finds whose booking a platform tells of: the one that has the reference, that came from the click, whose traveler has claimed the
 * reference, or that was rebooked to it. These match by themselves, where one booking alone can be meant and nothing speaks against it;
 * whatever is less sure is proposed, and all that a person has once taken from a booking. A click may have led to several bookings: for a
 * further one a booking is made, unless one was settled by hand that no platform has told of: then it may be that one.
 */
export async function findMatch(tx: Tx, keys: NewsKeys, row: PlatformBookingRow): Promise<Match | undefined> {
  const { bookings: platform } = platforms[row.platform as PlatformName];
  if (row.parted_at) return await findByEvidence(tx, keys, platform, row);
  return (
    (await findGiven(tx, row)) ??
    (await findOfItsClick(tx, keys, platform, row)) ??
    (await findClaimed(tx, keys, platform, row)) ??
    (await findRebooked(tx, keys, row)) ??
    (await findByEvidence(tx, keys, platform, row))
  );
}

/**
 * The booking that has the reference by somebody's decision, where no other one of the platform's is that booking. Where it is not known of
 * which company it is, of two one is proposed, and so is one that the click speaks against: the sale is of one of them. Once a person has
 * parted it from the click's, or put it away, the click says no more.
 */
export async function findGiven(tx: Tx, row: PlatformBookingRow): Promise<Match | undefined> {
  const platform = platforms[row.platform as PlatformName];
  const [known, other] = await findByReference(tx, platform.bookings, row);
  if (!known || (await isTaken(tx, known.id, row.id))) return undefined;
  // Where companies number their bookings, one that is told of neither is not the same.
  const isCompanyKnown = row.supplier !== '' || platform.statementDefaults.supplier === '';
  if (known.is_same_company && isCompanyKnown) return sure('reference', known.id);
  const isDecided = row.parted_at !== null || row.state === 'settled';
  const ofClick = row.click_id && !isDecided ? (await findOfClick(tx, row.click_id)).map(({ id }) => id) : [];
  const isContradicted = ofClick.length > 0 && !ofClick.includes(known.id);
  if (!other && !isContradicted) return sure('reference', known.id);
  return proposal(other && ofClick.includes(other.id) ? other : known, doubted);
}

const sure = (kind: Match['kind'], bookingId: string): Match => ({ bookingId, kind, confidence: 100 });
const proposal = ({ id }: Candidate, confidence: number): Match => ({
  bookingId: id,
  kind: 'evidence',
  confidence: Math.floor(confidence),
});

async function findOfItsClick(
  tx: Tx,
  keys: NewsKeys,
  platform: string,
  row: PlatformBookingRow,
): Promise<Match | undefined> {
  if (!row.click_id) return undefined;
  const found = await findOfClick(tx, row.click_id, row);
  const [first] = found;
  if (!first) return undefined;
  // Two people of one browser have followed the same page's link.
  const people = new Set(found.map(({ user_id }) => user_id)).size;
  if (people > 1) return proposal(first, 100 / people);
  if (isElsewhere(first, platform, row) || isCreditedElsewhere(keys, row)) return proposal(first, doubted);
  const respelled = found.find(({ reference }) => reference !== null && isNearlySame(reference, row.reference));
  if (respelled) return proposal(respelled, doubted);
  if (first.is_free) return sure('click', first.id);
  const rebooked = await findRebooked(tx, keys, row);
  if (rebooked) return rebooked;
  // An administrator may have settled the very sale that its platform tells of only now.
  const settled = found.find(({ is_untold }) => is_untold);
  if (settled) return proposal(settled, doubted);
  const last = new Date(Math.min(...found.map(({ booked_at }) => booked_at.getTime())) + daysBefore * dayMs);
  // A statement comes long after; whoever has travelled by then had booked by then.
  const isTravelled = row.travel_date !== null && row.travel_date <= hawaiiDay(last);
  if (knownAt(row) > last && !isTravelled) return proposal(first, doubted);
  return sure('click', await makeFurtherOfClick(tx, first.id, row));
}

/** Whether it was booked at somebody else's than the link led to. What is not known of either speaks against nothing. */
const isElsewhere = (one: OfClick, platform: string, { supplier }: PlatformBookingRow) =>
  one.platform !== platform || (one.supplier !== '' && supplier !== '' && one.supplier !== supplier);

/** Whether its platform owes the commission on it to another affiliate, and so not to us. */
const isCreditedElsewhere = ({ affiliates }: NewsKeys, { affiliate }: PlatformBookingRow) =>
  affiliate !== null && affiliates.length > 0 && !affiliates.includes(affiliate);

/** When it was booked at the latest: as its platform says, else when it was first heard of. */
const knownAt = ({ booked_at, first_news_at }: PlatformBookingRow) => booked_at ?? first_news_at;

async function findClaimed(
  tx: Tx,
  keys: NewsKeys,
  platform: string,
  row: PlatformBookingRow,
): Promise<Match | undefined> {
  const claimants = await findClaimants(tx, platform, row);
  // Nobody has booked by a link that they followed after the platform told of the booking.
  const inTime = claimants.filter(({ booked_at }) => booked_at <= knownAt(row));
  const [first] = [...inTime, ...claimants];
  if (!first) return undefined;
  const isAlone = inTime.length === 1 && claimants.length === 1;
  const [one, ...more] = inTime.filter((claimant) => isBelieved(keys, claimant, row));
  // Others who claim it as well stand in nobody's way where it is told for whom it was booked.
  if (one && more.length === 0 && (isAlone || row.email_hash)) return sure('claim', one.id);
  return proposal(first, inTime.length > 0 && !isAlone ? 100 / claimants.length : doubted / claimants.length);
}

/**
 * Whether a claim knows what nobody can guess: for whom it was booked, or, where neither an address nor a click is told, the reference before
 * the platform told of it, and is not one of many. A booking that another affiliate is credited with, or that was travelled before the link was followed, was not made by that link.
 */
function isBelieved(keys: NewsKeys, claimant: Claimant, row: PlatformBookingRow): boolean {
  const { email_hash, travel_date, first_news_at, click_id } = row;
  if (isCreditedElsewhere(keys, row)) return false;
  if (travel_date !== null && travel_date < hawaiiDay(claimant.booked_at)) return false;
  if (email_hash) return isHashOf(email_hash, keys.contacts, claimant.email);
  // It names a click that nobody has reported yet: whoever followed that link may only be offline.
  if (click_id) return false;
  if (claimant.open_claims > mostOpenClaims) return false;
  return claimant.claimed_at !== null && claimant.claimed_at <= first_news_at;
}

async function findRebooked(tx: Tx, keys: NewsKeys, row: PlatformBookingRow): Promise<Match | undefined> {
  const before = row.rebooked_from ? await findRebookedFrom(tx, row) : undefined;
  if (before && isCreditedElsewhere(keys, row)) return { bookingId: before, kind: 'evidence', confidence: doubted };
  // It was sold then, and only put off since.
  return before ? sure('rebooking', await makeFurther(tx, before, { bookedAt: null, receivedAt: null })) : undefined;
}

const makeFurther = (tx: Tx, like: string, at: { bookedAt: Date | null; receivedAt: Date | null }) =>
  insertFurtherBooking(tx, like, { transactionId: newTransactionId(), amounts: assumedAmountCents, ...at });

/**
 * A further booking of a click: booked when its platform says, else with the other one, as a statement may tell of it long after travel. So
 * it has its day of travel and the rate card of the link; when it was heard of counts in the rules that hold.
 */
export function makeFurtherOfClick(tx: Tx, like: string, row: PlatformBookingRow): Promise<string> {
  const { booked_at, travel_date, first_news_at } = row;
  // Nobody books what they have travelled.
  const isSaid = booked_at !== null && (travel_date === null || hawaiiDay(booked_at) <= travel_date);
  return makeFurther(
    tx,
    like,
    isSaid ? { bookedAt: booked_at, receivedAt: null } : { bookedAt: null, receivedAt: first_news_at },
  );
}

/** The most likely of the bookings that were clicked before, by the traveler's address, what was booked and when. */
async function findByEvidence(
  tx: Tx,
  { contacts }: NewsKeys,
  platform: string,
  row: PlatformBookingRow,
): Promise<Match | undefined> {
  const { supplier, first_news_at: until, email_hash, item_id } = row;
  if (!email_hash && !item_id) return undefined;
  const after = new Date(until.getTime() - daysBefore * dayMs);
  const span = { platform, supplier, after, until, most: email_hash ? mostByAddress : mostByItem };
  let best: { one: Candidate; points: number } | undefined;
  for (const [at, one] of (await findPossible(tx, span)).entries()) {
    const email = email_hash && isHashOf(email_hash, contacts, one.email) ? weights.email : 0;
    const item = item_id && itemOfLink(one.booking_url ?? '') === item_id ? weights.item : 0;
    const time = until.getTime() - one.booked_at.getTime() < dayMs ? weights.withinDay : 0;
    const points = email + item > 0 ? email + item + time : 0;
    if (points > (best?.points ?? 0)) best = { one, points };
    if (at % hashedAtOnce === hashedAtOnce - 1) await setImmediate();
  }
  return best && proposal(best.one, best.points);
}
