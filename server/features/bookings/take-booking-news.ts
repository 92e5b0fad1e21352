import { createHash } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { type News, Unreadable } from '../../platform/news/news.ts';
import { followBooking } from '../commission/commission.ts';
import { type BookingNews, type NewsKeys, type PlatformName, platforms } from '../platforms/platforms.ts';
import { amountKnown, doubtOfAmount, isOfAmount } from './amount-known.ts';
import { type Cause, toLedger } from './change-booking.ts';
import {
  goesOn,
  insertPlatformBooking,
  isRebooked,
  lockBookingKeys,
  lockDecidedBefore,
  lockPlatformBooking,
  lockRebookedFrom,
  type PlatformBookingRow,
  updatePlatformBooking,
} from './platform-bookings.store.ts';
import { findKnown, isAfter, nameOf } from './same-platform-booking.ts';
import { remember } from './sent-again.ts';
import { isMatched, settle } from './settle-platform-booking.ts';

/** Of what a message said, so much is kept. */
const digestBytes = 8;

/**
 * Takes in a message of a platform's server: what it tells of a booking is kept, and done where it is known whose booking it is. The
 * same message changes nothing a second time, and messages may come in any order.
 * @throws Unreadable
 */
export async function takePlatformNews(
  tx: Tx,
  now: Date,
  name: PlatformName,
  keys: NewsKeys,
  news: News,
): Promise<void> {
  const told = platforms[name].readNews!(news, keys);
  if (!told) return;
  const digest = createHash('sha256').update(news.body).digest();
  const reason = `news ${news.id} of ${news.source}`;
  try {
    await takeTold(tx, now, keys, told, { digest, receivedAt: news.received_at, reason });
  } catch (error) {
    if (error instanceof Refusal && error.code === 'reference_taken')
      throw new Unreadable('another booking has this reference');
    throw error;
  }
}

/** Where something is told: what tells its words from others, when it came, and what the audit log says of it. */
export interface ToldBy {
  digest: Buffer;
  receivedAt: Date;
  reason: string;
}

/**
 * Takes in what a platform tells of one of its bookings, by whatever way it came.
 * @returns what was known of it before, and what is now
 * @throws Refusal `reference_taken` where another booking has its reference; nothing is to be kept of the transaction then
 */
export async function takeTold(tx: Tx, now: Date, keys: NewsKeys, told: BookingNews, by: ToldBy) {
  const { receivedAt, reason } = by;
  const digest = by.digest.subarray(0, digestBytes);
  const related = [told.rebookedFrom, told.rebookedTo, told.clickId].filter((key) => key !== undefined);
  await lockBookingKeys(tx, [...told.referenceKeys, ...related]);
  const { before: known, isAlone, isJoined, followed: brought } = await findKnown(tx, told);
  const before = known && { ...known, ...hashedAnew(known, told) };
  const merged = { ...merge(before, told, digest, receivedAt), ...nameOf(before, told, isAlone) };
  // Whichever comes first, and though its platform's word of that is lost.
  const isReplaced = merged.status !== 'cancelled' && (await isRebooked(tx, { ...merged, id: before?.id ?? null }));
  if (isReplaced) Object.assign(merged, { status: 'cancelled', doubt: null });
  const id = before?.id ?? (await insertPlatformBooking(tx, merged));
  // What is told again changes nothing that a person has set right since, and asks nobody a second time.
  // Whose an unmatched one is, is looked for again whenever something else tells of it: a click may have been reported since.
  const isSought = before && !isMatched(before) && !before.version_digest.equals(digest);
  const isKnown = before && !isJoined && !isSought && tellsNothingNew(before, merged);
  if (before)
    await updatePlatformBooking(tx, id, isKnown ? { ...merged, doubt: before.doubt, state: before.state } : merged);
  const row = (await lockPlatformBooking(tx, id))!;
  const cause = { action: 'booking_told_of', actor: null, reason } as const;
  if (!isKnown) await settle(tx, now, keys, row, cause, brought && { ...brought, doubt: before!.doubt });
  if (row.rebooked_from) await callOffBefore(tx, now, keys, row, cause, !before?.rebooked_from);
  return { before, after: (await lockPlatformBooking(tx, id))! };
}

/**
 * Calls off what a booking was rebooked from. Where somebody has decided that it stands although its platform had called it off, they are
 * asked anew: they may not have known that it goes on.
 * @param isFirst whether it tells for the first time what it was rebooked from
 */
async function callOffBefore(
  tx: Tx,
  now: Date,
  keys: NewsKeys,
  row: PlatformBookingRow,
  cause: Cause,
  isFirst: boolean,
): Promise<void> {
  const isGoingOn = isFirst && (row.status !== 'cancelled' || (await goesOn(tx, row)));
  const decided = isGoingOn ? await lockDecidedBefore(tx, row) : [];
  for (const other of await lockRebookedFrom(tx, row, isGoingOn)) {
    const cancelled = { status: 'cancelled', doubt: null };
    await updatePlatformBooking(tx, other.id, cancelled);
    // One that was cancelled already, and that a person was asked about, is put off.
    const status = other.status === 'cancelled' ? null : other.status;
    await settle(tx, now, keys, { ...other, ...cancelled }, cause, { ...other, status });
  }
  for (const other of decided) {
    await updatePlatformBooking(tx, other.id, { state: 'proposed' });
    await followBooking(tx, now, other.booking_id!, toLedger(cause));
  }
}

/** The address of a booking by the newest key, where the same is told again; so it outlives the key that it was told with. */
function hashedAnew({ email_hash }: PlatformBookingRow, { contactHashes }: BookingNews) {
  const [newest] = contactHashes;
  const isSame = email_hash !== null && contactHashes.some(({ email }) => email.equals(email_hash));
  return isSame && { email_hash: newest!.email, mailbox_hash: newest!.mailbox };
}

/** What is known of a booking once one more piece of news of it has come. */
function merge(known: PlatformBookingRow | undefined, told: BookingNews, digest: Buffer, receivedAt: Date) {
  const version = told.version ?? receivedAt;
  const { undated, isRepeated, isContradicting } = remember(known, told, digest);
  const isNewer = !known || (!isRepeated && isAfter({ status: told.status, version, version_digest: digest }, known));
  const isNewest = (before: Date | null | undefined): boolean =>
    !isRepeated && (!before || before < version || (isNewer && before <= version));
  /** Of two that tell something the newer; and the one that does, of one that does not. */
  const either = <T>(now: T | undefined, before: T | null | undefined): T | null =>
    (isNewer ? (now ?? before) : (before ?? now)) ?? null;
  const status = isNewer ? told.status : (known!.status as BookingStatus);
  const amount = amountKnown(known, told.amount, version, isNewest);
  return {
    platform: told.platform,
    reference_keys: [...new Set([...(known?.reference_keys ?? []), ...told.referenceKeys])],
    travel_date: either(told.travelDay, known?.travel_date),
    travel_time: either(told.travelTime, known?.travel_time),
    guest_count: either(told.guests, known?.guest_count),
    item_id: either(told.itemId, known?.item_id),
    item_name: either(told.itemName, known?.item_name),
    email_hash: either(told.contactHashes[0]?.email, known?.email_hash),
    mailbox_hash: either(told.contactHashes[0]?.mailbox, known?.mailbox_hash),
    click_id: either(told.clickId, known?.click_id),
    affiliate: either(told.affiliate, known?.affiliate),
    booked_at: known?.booked_at ?? told.bookedAt ?? null,
    rebooked_from: either(told.rebookedFrom, known?.rebooked_from),
    rebooked_to: either(told.rebookedTo, known?.rebooked_to),
    undated,
    first_news_at: known && known.first_news_at < receivedAt ? known.first_news_at : receivedAt,
    last_news_at: known && known.last_news_at > receivedAt ? known.last_news_at : receivedAt,
    status,
    version: isNewer ? version : known!.version,
    version_digest: isNewer ? digest : known!.version_digest,
    ...amount,
    ...inDoubt(
      known,
      { status, ...amount },
      { isNews: isNewer && !known?.version_digest.equals(digest), isContradicting },
    ),
  };
}

type Merged = ReturnType<typeof merge> & Pick<PlatformBookingRow, 'supplier' | 'reference'>;

/** What our booking follows of what its platform tells. */
const followed = [
  'reference',
  'status',
  'amount_cents',
  'travel_date',
  'travel_time',
  'guest_count',
  'email_hash',
] as const;

/** Whether a booking that is known is as it was before, with what is in doubt about its amount. */
function tellsNothingNew(known: PlatformBookingRow, merged: Merged): boolean {
  const isSame = (field: keyof Merged & keyof PlatformBookingRow) =>
    merged[field] === undefined || isDeepStrictEqual(merged[field], known[field]);
  if (merged.doubt === 'repeated' && known.doubt !== 'repeated') return false;
  const isAmountDoubted = merged.doubt || isOfAmount(known.doubt);
  return followed.every(isSame) && (!isAmountDoubted || (isSame('amount_told') && isSame('currency')));
}

/**
 * What a person has to look at, and whether they are asked: again where it was put away and another amount is told.
 * @param by whether what is told is newer, and not what was told last; and whether it was told before something else was
 */
function inDoubt(
  known: PlatformBookingRow | undefined,
  now: { status: BookingStatus } & ReturnType<typeof amountKnown>,
  { isNews, isContradicting }: { isNews: boolean; isContradicting: boolean },
) {
  // A cancelled booking is worth nothing, whatever its amount.
  const ofAmount = now.status === 'cancelled' ? null : doubtOfAmount(known, now);
  const isTold = (['amount_told', 'currency'] as const).some(
    (field) => now[field] !== undefined && now[field] !== known?.[field],
  );
  const isAsked = ofAmount !== null && now.amount_told !== undefined && (isTold || ofAmount !== known?.doubt);
  const isOver = isNews || isOfAmount(known?.doubt ?? null);
  const isRepeated = isContradicting && now.status !== 'cancelled' && ofAmount === null;
  const isAnew = isRepeated && known?.doubt !== 'repeated';
  return {
    doubt: ofAmount ?? (isRepeated ? 'repeated' : isOver ? null : (known?.doubt ?? null)),
    ...(known && isMatched(known) && (isAsked || isAnew) && { state: 'proposed' }),
  };
}
