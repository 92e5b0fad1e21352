import { type BookingStatus, bookingTransitions } from '../../../contract/booking-states.ts';
import type { Booking } from '../../../contract/bookings.ts';
import type { ClawbackReason } from '../../../contract/commission-states.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { followBooking, isOwnCommission } from '../commission/commission.ts';
import { calledBy, newsKeysOf, type PlatformName, platforms } from '../platforms/platforms.ts';
import { isOfAmount } from './amount-known.ts';
import { findNames, lockBooking } from './bookings.store.ts';
import { type BookingChange, type Cause, changeBooking, changedFields, toLedger } from './change-booking.ts';
import { toldBefore } from './claims.ts';
import { findGiven } from './match-platform-booking.ts';
import {
  isReferenceTaken,
  lockBookingKeys,
  lockDoubted,
  lockNobodysCalled,
  lockPlatformBooking,
  type PlatformBookingRow,
  updatePlatformBooking,
} from './platform-bookings.store.ts';
import { getAnyBooking } from './read-bookings.ts';
import { attach, isLater, nothing, settle } from './settle-platform-booking.ts';

export interface Decision {
  status: BookingStatus;
  /** What it was when this was decided. */
  replaces?: BookingStatus | undefined;
  /** Dollars. */
  amount?: number | undefined;
  booking_reference?: string | undefined;
  reason: string;
  /** Why a commission that was paid out is asked back; by what changes unless told. */
  clawback?: ClawbackReason | undefined;
}

/**
 * An administrator's decision. Pending bookings are confirmed, completed or cancelled, confirmed ones completed or cancelled;
 * the amount and reference of one that is not pending can be set right; what leaves a final state is a correction. By its reference the
 * booking follows what its platform has told of it already; what a person was asked about an amount and this decides is asked about no more.
 * Where its platform has called off what is confirmed or completed, whoever decides about its news is asked.
 * @throws Refusal `not_found`, `own_account` where its commission is of an organisation that the administrator is of,
 * `booking_transition`, `reference_taken`; `booking_decided` where somebody else has decided meanwhile, and
 * not the same
 */
export async function decideBooking(
  { db, settings }: Pick<Services, 'db' | 'settings'>,
  now: Date,
  actor: Actor,
  id: string,
  { status, replaces, amount, booking_reference, reason, clawback }: Decision,
): Promise<Booking> {
  const keys = newsKeysOf(settings);
  return await withTransaction(db, async (tx) => {
    const named = await lockWaiting(tx, id, booking_reference);
    const waiting = status === 'cancelled' ? [] : named;
    const doubted = await lockDoubted(tx, id);
    const before = await lockBooking(tx, id);
    if (!before) throw new Refusal('not_found');
    if (await isOwnCommission(tx, id, actor.userId)) throw new Refusal('own_account');
    const from = before.status as BookingStatus;
    const decided = new Refusal('booking_decided', { status: from });
    const isFinal = bookingTransitions[from].length === 0;
    const isAllowed = isFinal || bookingTransitions[from].includes(status) || (from === status && from !== 'pending');
    const isLate = replaces !== undefined && replaces !== from;
    if (!isAllowed) throw isLate ? decided : new Refusal('booking_transition', { from, to: status });
    // What the traveler claimed is proven by whoever confirms it.
    const proven = status === 'cancelled' ? before.reference : (before.reference ?? before.claimed_reference);
    const typed = booking_reference ?? proven;
    const called = typed ? calledBy(before, typed) : null;
    const change: BookingChange = {
      status,
      reference: called?.reference ?? null,
      ...(amount !== undefined && { amount_cents: Math.round(amount * 100), estimated: false }),
    };
    if (isLate && changedFields(before, change).length > 0) throw decided;
    if (called && called.reference !== before.reference && (await isReferenceTaken(tx, id, called)))
      throw new Refusal('reference_taken');
    await changeBooking(tx, now, before, change, {
      action: isFinal ? 'booking_corrected' : 'booking_decided',
      actor,
      reason,
      clawback,
      contacts: keys.contacts,
    });
    for (const row of waiting) {
      // Whoever gives the reference says whose it is, also of what was put away or taken back before.
      const given = await findGiven(tx, row);
      if (given?.kind === 'reference' && given.bookingId === id)
        await attach(tx, now, keys, row, given, toldBefore(row), nothing);
      else await settle(tx, now, keys, row, toldBefore(row), nothing);
    }
    for (const row of doubted) {
      // Both are cancelled: what its platform calls it is not told anew.
      if (row.state === 'matched' && status === 'cancelled') continue;
      // What a person has put away stays so.
      const doubt = isOfAmount(row.doubt) || row.state === 'settled' ? row.doubt : null;
      await settle(tx, now, keys, { ...row, doubt }, toldBefore(row), row);
      // What its platform has called off meanwhile, the administrator may not have seen, and an amount says nothing of a later day.
      const isOfAmountAlone = amount !== undefined && !isLater(row, before, now);
      const isAnswered = row.status !== 'cancelled' && (status === 'cancelled' || isOfAmountAlone);
      if (row.doubt === 'final' && isAnswered) await endQuestion(tx, now, row, toldBefore(row));
    }
    return await getAnyBooking(tx, id);
  });
}

/** What its platform still tells otherwise, the administrator has known of: nobody is asked again. */
async function endQuestion(tx: Tx, now: Date, { id, booking_id }: PlatformBookingRow, cause: Cause): Promise<void> {
  const row = await lockPlatformBooking(tx, id);
  if (row?.doubt !== 'final') return;
  await updatePlatformBooking(tx, id, { state: 'settled' });
  await followBooking(tx, now, booking_id!, toLedger(cause));
}

/** What platforms have told of the reference that a booking has, or is given, and is nobody's yet: held, as news of it would hold it. */
async function lockWaiting(tx: Tx, id: string, given: string | undefined): Promise<PlatformBookingRow[]> {
  const known = await findNames(tx, id);
  const written = given ?? known?.reference ?? known?.claimed_reference ?? '';
  const keys = known && written ? calledBy(known, written).reference_keys : [];
  if (!known || keys.length === 0) return [];
  await lockBookingKeys(tx, keys);
  const its = Object.values(platforms).filter(({ bookings }) => bookings === known.platform);
  const names: PlatformName[] = its.map(({ name }) => name);
  return await lockNobodysCalled(tx, { written, keys, platforms: names });
}
