import type { matchKinds } from '../../../contract/platform-bookings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { hashEmail, itemOfLink, type NewsKeys, type PlatformName, platforms } from '../platforms/platforms.ts';
import { assumedAmountCents, newTransactionId } from './booking-values.ts';
import {
  type Candidate,
  findByReference,
  findClaimants,
  findOfClick,
  findPossible,
  findRebookedFrom,
  insertFurtherBooking,
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
const dayMs = 86_400_000;
/** A click is looked for so long before the first news, as it is credited. */
const daysBefore = 30;

/**
 * Finds whose booking a platform tells of: the one that has the reference, that came from the click, whose traveler has claimed the
 * reference, or that was rebooked to it. These match by themselves, where one booking alone can be meant; whatever is less sure
 * is proposed. A click may have led to several bookings: for a further one a booking is made.
 */
export async function findMatch(tx: Tx, keys: NewsKeys, row: PlatformBookingRow): Promise<Match | undefined> {
  const platform = platforms[row.platform as PlatformName].bookings;
  const known = await findByReference(tx, platform, row);
  if (known && !(await isTaken(tx, known.id, row.id))) return sure('reference', known.id);
  return (
    (await findOfItsClick(tx, row)) ??
    (await findClaimed(tx, platform, row)) ??
    (await findRebooked(tx, row)) ??
    (await findByEvidence(tx, keys, platform, row))
  );
}

const sure = (kind: Match['kind'], bookingId: string): Match => ({ bookingId, kind, confidence: 100 });
const proposal = ({ id }: Candidate, confidence: number): Match => ({
  bookingId: id,
  kind: 'evidence',
  confidence: Math.floor(confidence),
});

async function findOfItsClick(tx: Tx, row: PlatformBookingRow): Promise<Match | undefined> {
  if (!row.click_id) return undefined;
  const found = await findOfClick(tx, row.click_id, row.reference_keys);
  const [first] = found;
  if (!first) return undefined;
  // Two people of one browser have followed the same page's link.
  const people = new Set(found.map(({ user_id }) => user_id)).size;
  if (people > 1) return proposal(first, 100 / people);
  return sure('click', first.is_free ? first.id : await makeFurther(tx, first.id));
}

async function findClaimed(tx: Tx, platform: string, row: PlatformBookingRow): Promise<Match | undefined> {
  const claimants = await findClaimants(tx, platform, row);
  // Nobody has booked by a link that they followed after the platform told of the booking.
  const inTime = claimants.filter(({ booked_at }) => booked_at <= row.first_news_at);
  const [first] = [...inTime, ...claimants];
  if (!first) return undefined;
  if (inTime.length === 1 && claimants.length === 1) return sure('claim', first.id);
  return proposal(first, inTime.length > 0 ? 100 / claimants.length : 50 / claimants.length);
}

async function findRebooked(tx: Tx, row: PlatformBookingRow): Promise<Match | undefined> {
  const before = row.rebooked_from ? await findRebookedFrom(tx, row) : undefined;
  return before ? sure('rebooking', await makeFurther(tx, before)) : undefined;
}

const makeFurther = (tx: Tx, like: string) =>
  insertFurtherBooking(tx, like, { transactionId: newTransactionId(), amounts: assumedAmountCents });

/** The most likely of the bookings that were clicked before, by the traveler's address, what was booked and when. */
async function findByEvidence(
  tx: Tx,
  { contact }: NewsKeys,
  platform: string,
  row: PlatformBookingRow,
): Promise<Match | undefined> {
  const { supplier, first_news_at: until, email_hash, item_id } = row;
  if (!email_hash && !item_id) return undefined;
  const after = new Date(until.getTime() - daysBefore * dayMs);
  const worth = (await findPossible(tx, { platform, supplier, after, until })).map((one) => {
    const email = email_hash && hashEmail(contact, one.email).equals(email_hash) ? weights.email : 0;
    const item = item_id && itemOfLink(one.booking_url ?? '') === item_id ? weights.item : 0;
    const time = until.getTime() - one.booked_at.getTime() < dayMs ? weights.withinDay : 0;
    return { one, points: email + item > 0 ? email + item + time : 0 };
  });
  const best = worth.reduce(
    (most, next) => (next.points > (most?.points ?? 0) ? next : most),
    undefined as Worth | undefined,
  );
  return best && proposal(best.one, best.points);
}

interface Worth {
  one: Candidate;
  points: number;
}
