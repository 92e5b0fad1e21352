import { type BookingStatus, bookingTransitions } from '../../../contract/booking-states.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { PlatformBookingState } from '../../../contract/platform-bookings.ts';
import type { Tx } from '../../platform/database/database.ts';
import { askRules, followBooking, takeOverHolds } from '../commission/commission.ts';
import type { NewsKeys } from '../platforms/platforms.ts';
import { type LockedBooking, lockBooking } from './bookings.store.ts';
import { type BookingChange, type Cause, changeBooking, toLedger } from './change-booking.ts';
import { findRebookedFrom, hasReference } from './match-candidates.store.ts';
import { findMatch, type Match } from './match-platform-booking.ts';
import {
  goesOn,
  lockUnmatchedAfter,
  type PlatformBookingRow,
  updatePlatformBooking,
} from './platform-bookings.store.ts';

/** Whether it is known whose it is, and its booking follows it. */
export const isMatched = ({ match_kind }: Pick<PlatformBookingRow, 'match_kind'>): boolean =>
  match_kind !== null && match_kind !== 'evidence';

/**
 * Brings the booking of ours to what its platform tells, where it is known which one it is, and looks for it where it is not. A row
 * that a person has put away matches no more.
 * @param row held against other changes, as it is in the database.
 * @param followed what the row was when our booking was brought to it last, null where it never was; `nothing` where what an administrator
 * has told of it is newer than the row
 */
export async function settle(
  tx: Tx,
  now: Date,
  keys: NewsKeys,
  row: PlatformBookingRow,
  cause: Cause,
  followed: Followed | null = null,
): Promise<void> {
  if (isMatched(row)) return await follow(tx, now, keys, row, cause, followed);
  if (row.state === 'settled') return;
  const match = await findMatch(tx, keys, row);
  if (match && match.kind !== 'evidence')
    return await attach(tx, now, keys, row, match, cause, followed === nothing ? nothing : null);
  const proposed = { match_kind: match?.kind ?? null, booking_id: match?.bookingId ?? null };
  const { confidence = null } = match ?? {};
  await updatePlatformBooking(tx, row.id, { state: match ? 'proposed' : 'unmatched', ...proposed, confidence });
  await followProposed(tx, now, row, match?.bookingId ?? null, cause);
}

/** The commission of a booking waits while what has its reference is proposed for it: of the one it is proposed for now, and was before. */
export async function followProposed(
  tx: Tx,
  now: Date,
  row: PlatformBookingRow,
  proposedFor: string | null,
  cause: Cause,
): Promise<void> {
  const before = row.match_kind === 'evidence' ? row.booking_id : null;
  if (before === proposedFor) return;
  for (const id of [before, proposedFor])
    if (id && (await hasReference(tx, id, row))) await followBooking(tx, now, id, toLedger(cause));
}

/**
 * Makes a booking of ours the one that a platform tells of, and does to it what is told. What it was rebooked from leaves it its holds, and
 * what was rebooked from it follows. A cancellation that was told before an administrator decides otherwise is asked about, unless the sale
 * goes on as another one.
 */
export async function attach(
  tx: Tx,
  now: Date,
  keys: NewsKeys,
  row: PlatformBookingRow,
  { bookingId, kind, confidence }: Match,
  cause: Cause,
  followed: Followed | null = null,
): Promise<void> {
  const matched = { ...row, match_kind: kind, booking_id: bookingId, confidence, state: 'matched' };
  await updatePlatformBooking(tx, row.id, { match_kind: kind, booking_id: bookingId, confidence, state: 'matched' });
  await followProposed(tx, now, row, bookingId, cause);
  const before = row.rebooked_from ? await findRebookedFrom(tx, row) : undefined;
  if (before && before !== bookingId) await takeOverHolds(tx, now, before, bookingId);
  // A booking that was made only now has no estimate yet.
  await followBooking(tx, now, bookingId, toLedger(cause));
  const isCalledOff = followed === nothing && row.status === 'cancelled' && !(await goesOn(tx, row));
  await follow(tx, now, keys, matched, cause, isCalledOff ? { ...nothing, status: row.status } : followed);
  for (const next of await lockUnmatchedAfter(tx, matched)) await settle(tx, now, keys, next, cause);
}

/** Does to a booking what its platform tells; what is in doubt about it, or no longer is, changes its commission as well. */
async function follow(
  tx: Tx,
  now: Date,
  keys: NewsKeys,
  row: PlatformBookingRow,
  cause: Cause,
  followed: Followed | null,
): Promise<void> {
  await bring(tx, now, row, { ...cause, contacts: keys.contacts }, followed);
  // For whom it was booked, the platform alone knows; it may say so late.
  const isContactTold = row.email_hash !== null && row.status !== 'cancelled';
  if (isContactTold || row.state === 'proposed') await askRules(tx, now, row.booking_id!, keys.contacts);
  await followBooking(tx, now, row.booking_id!, toLedger(cause));
}

/**
 * Brings a booking to what its platform tells. A state that was told before is not done again: what ours is since then, an administrator has
 * said. What is completed or cancelled stays so, a completed booking keeps its amount, unless that is still an estimate, and its day, and
 * every booking that which an administrator has told: where the platform tells otherwise, a person decides.
 */
async function bring(
  tx: Tx,
  now: Date,
  row: PlatformBookingRow,
  cause: Cause,
  followed: Followed | null,
): Promise<void> {
  const before = (await lockBooking(tx, row.booking_id!))!;
  const from = before.status as BookingStatus;
  const { told, isOpposed } = compareStates(row, from, followed);
  const amount = compareAmounts(row, before, followed);
  const isFinal = isOpposed || (from === 'completed' && (amount.isAsked || isPutOff(row, before, followed, now)));
  const isContradicted = amount.isAsked && amount.isOwn && told !== 'cancelled';
  const isTooEarly = row.travel_date !== null && row.travel_date < hawaiiDay(before.booked_at);
  const ofAmount = row.doubt ?? (isContradicted ? 'corrected' : null);
  const doubt = isFinal ? 'final' : (ofAmount ?? (isTooEarly && told !== 'cancelled' ? 'travel' : null));
  const isNew = (amount.isAsked && amount.isNew) || row.travel_date !== followed?.travel_date;
  const state = stateOf(row, doubt, isNew);
  if (state !== row.state || doubt !== row.doubt) await updatePlatformBooking(tx, row.id, { state, doubt });
  if (isOpposed) return;
  const applied = amount.isApplied && { amount_cents: row.amount_cents!, estimated: false };
  // Viator tells of amounts by its statements alone, which come after travel.
  if (from === 'completed') {
    if (applied && before.estimated) await changeBooking(tx, now, before, applied, cause);
    return;
  }
  // Nobody travels before they have followed the link.
  const day = isTooEarly ? undefined : (row.travel_date ?? undefined);
  const change: BookingChange = {
    status: told,
    reference: row.reference,
    ...applied,
    ...(day && { check_in_date: day, check_in_time: row.travel_time }),
    ...(day && before.check_out_date && before.check_out_date < day && { check_out_date: null }),
    ...(row.guest_count !== null && { guest_count: row.guest_count }),
  };
  await changeBooking(tx, now, before, change, cause);
}

/** What the platform's row was when our booking was brought to it last. */
export type Followed = Pick<PlatformBookingRow, 'amount_cents' | 'travel_date' | 'doubt'> & { status: string | null };
/** Of what was brought to nothing yet: an amount that a person has told stays. */
export const nothing: Followed = { status: null, amount_cents: null, travel_date: null, doubt: null };

/** Whether a person is asked about the row already. */
const isOpen = (row: PlatformBookingRow, followed: Followed | null) =>
  row.state !== 'settled' && (followed?.doubt === 'corrected' || followed?.doubt === 'final');

/**
 * What our booking's state becomes by what its platform tells. Ours may be ahead of it: it is completed the day after travel, and a
 * statement can be older than the webhook that has confirmed it.
 */
function compareStates({ status }: PlatformBookingRow, from: BookingStatus, followed: Followed | null) {
  const isAhead = (from === 'completed' && status === 'confirmed') || (from === 'confirmed' && status === 'pending');
  const isSame = isAhead || status === from;
  const isTransition = bookingTransitions[from].includes(status as BookingStatus);
  const isOpposed = !isSame && (status === followed?.status || !isTransition);
  return { told: isSame || isOpposed ? from : (status as BookingStatus), isOpposed };
}

/** Whether a completed booking is told to be travelled later. */
function isPutOff(row: PlatformBookingRow, before: LockedBooking, followed: Followed | null, now: Date): boolean {
  return isLater(row, before, now) && (row.travel_date !== followed?.travel_date || isOpen(row, followed));
}

/** Whether its platform tells a later day of travel than ours has, or than today where ours has none. */
export const isLater = (
  { travel_date }: Pick<PlatformBookingRow, 'travel_date'>,
  { check_in_date }: Pick<LockedBooking, 'check_in_date'>,
  now: Date,
): boolean => travel_date !== null && travel_date > (check_in_date ?? hawaiiDay(now));

/**
 * Compares the amount that a platform tells with that of our booking. One that differs and that its platform's last one had not set is an
 * administrator's own: it stays, and a person is asked only where the platform tells another one than before, until that is decided.
 * @param followed null where only now it is known whose it is: the booking is as its platform says
 */
function compareAmounts(row: PlatformBookingRow, before: LockedBooking, followed: Followed | null) {
  const { amount_cents } = row;
  const isOther = amount_cents !== null && !before.estimated && amount_cents !== before.amount_cents;
  const isOwn = isOther && followed !== null && followed.amount_cents !== before.amount_cents;
  const isNew = isOther && followed?.amount_cents !== amount_cents;
  const isAsked = isOther && (isNew || isOpen(row, followed));
  return { isOwn, isNew, isAsked, isApplied: amount_cents !== null && !isOwn };
}

/** What is in doubt waits for a person; a person who has put it away is asked again when there is something new. */
function stateOf(
  { state, doubt: known }: PlatformBookingRow,
  doubt: string | null,
  isNew: boolean,
): PlatformBookingState {
  if (doubt && (doubt !== known || state !== 'settled' || isNew)) return 'proposed';
  return state === 'settled' ? 'settled' : 'matched';
}
