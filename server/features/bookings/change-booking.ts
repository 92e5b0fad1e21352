import type { KeyObject } from 'node:crypto';
import type { BookingStatus } from '../../../contract/booking-states.ts';
import type { ClawbackReason } from '../../../contract/commission-states.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { askRules, followBooking } from '../commission/commission.ts';
import { type LockedBooking, updateBooking } from './bookings.store.ts';

/** The fields of a booking that news can change. Amounts are cents. */
export interface BookingChange {
  status?: BookingStatus;
  amount_cents?: number;
  estimated?: boolean;
  reference?: string | null;
  claimed_reference?: string | null;
  check_in_date?: string | null;
  check_in_time?: string | null;
  check_out_date?: string | null;
  guest_count?: number | null;
}

/** Why a booking changes, as the audit log tells it. */
export interface Cause {
  action:
    | 'booking_details_added'
    | 'booking_claimed'
    | 'booking_decided'
    | 'booking_corrected'
    | 'booking_told_of'
    | 'booking_travelled';
  /** Nobody where a platform's news changes it, or the day after travel. */
  actor: Actor | null;
  reason?: string;
  /** Why a commission that was paid out is asked back, where the change itself does not say it. */
  clawback?: ClawbackReason | undefined;
  /** A person decides about what a platform told: the traveler is told by mail, as they are where its news does it by itself. */
  ofNews?: boolean;
  /** The keys of `newsKeysOf`, by which those for whom platforms have booked are known to the rules that hold. */
  contacts?: readonly KeyObject[];
}

/**
 * The one way in which a booking changes: the row, its audit entry and its commission, in the caller's transaction, on a row that the
 * caller has locked. Whatever else must follow every change belongs here.
 * @returns whether anything changed
 * @throws Refusal `reference_taken` where another booking of its supplier has the reference
 */
export async function changeBooking(
  tx: Tx,
  now: Date,
  before: LockedBooking,
  change: BookingChange,
  why: Cause,
): Promise<boolean> {
  const { action, actor, reason } = why;
  const changed = changedFields(before, change);
  if (changed.length === 0) return false;
  const only = (values: Partial<LockedBooking> | BookingChange) =>
    Object.fromEntries(changed.map((field) => [field, values[field] ?? null]));
  const mailed = isMailed(before, change, why) && { mail_due_at: now };
  const claimed = changed.includes('claimed_reference') && { claimed_at: change.claimed_reference ? now : null };
  if (!(await updateBooking(tx, before.id, { ...change, ...mailed, ...claimed }))) throw new Refusal('reference_taken');
  await recordAudit(tx, now, {
    action,
    actorId: actor?.userId ?? null,
    subject: { kind: 'booking', id: before.id },
    before: only(before),
    after: { ...only(change), ...(reason && { reason }) },
    ...(actor && { requestId: actor.requestId }),
    personId: before.user_id,
  });
  if (movesMoney(before, change)) await followBooking(tx, now, before.id, toLedger(why));
  if (isConfirmation(before, change) || isTold(before, change)) await askRules(tx, now, before.id, why.contacts);
  return true;
}

/** A booking's cause as its ledger entries have it. */
export const toLedger = ({ action, actor, reason, clawback }: Cause) => ({
  actorId: actor?.userId ?? null,
  cause: actor ? `request ${actor.requestId}` : (reason ?? action),
  clawback,
});

/** What a traveler adds to a booking that stays pending changes nobody's money; a tenant could post nothing either. */
const movesMoney = (before: LockedBooking, { status = before.status as BookingStatus, amount_cents }: BookingChange) =>
  before.status !== 'pending' || status !== 'pending' || (amount_cents ?? before.amount_cents) !== before.amount_cents;

/** That it is confirmed or cancelled, where they did not do it themselves. */
const isMailed = ({ status: before }: LockedBooking, { status }: BookingChange, { action, ofNews }: Cause) =>
  (action === 'booking_told_of' || ofNews === true) &&
  status !== before &&
  (status === 'confirmed' || status === 'cancelled');

const isConfirmation = (before: LockedBooking, { status }: BookingChange) =>
  status !== undefined && status !== before.status && status !== 'cancelled';

/** That its amount is no longer assumed, by which it may become payable. */
const isTold = (before: LockedBooking, { estimated }: BookingChange) => before.estimated && estimated === false;

/** Which fields a change sets to something else. */
export const changedFields = (before: LockedBooking, change: BookingChange) =>
  (Object.keys(change) as (keyof BookingChange)[]).filter((field) => change[field] !== before[field]);
