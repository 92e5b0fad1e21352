import type { ClawbackReason } from '../../../contract/commission-states.ts';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { Tx } from '../../platform/database/database.ts';
import {
  type CommissionRow,
  insertCommission,
  lockBookingRow,
  lockCommission,
  updateCommission,
} from './commissions.store.ts';
import { type Cause, post } from './ledger.ts';
import { type Position, positionOf } from './position.ts';

const positionFields = [
  'state',
  'basis',
  'amount_cents',
  'partner_cents',
  'platform_cents',
  'travel_day',
  'payable_on',
] as const satisfies readonly (keyof Position)[];

/**
 * Brings the ledger to where a booking is now: what its commission was is reversed, what it is is posted, in the caller's transaction.
 * Called after every change of a booking and of its holds, and each night; a call that finds nothing changed writes nothing. The first one
 * freezes who is credited, by which rate card, and what the platform pays. Takes the booking's row, then its commission's, in this order.
 * @param clawback why money that a payout has taken is asked back, where that is known better than the booking tells it
 * @returns whether anything was posted
 */
export async function followBooking(
  tx: Tx,
  now: Date,
  bookingId: string,
  by: Cause & { clawback?: ClawbackReason | undefined },
): Promise<boolean> {
  await lockBookingRow(tx, bookingId);
  const commission = (await lockCommission(tx, bookingId)) ?? (await freeze(tx, bookingId));
  const today = hawaiiDay(now);
  const completed_on = commission.status === 'completed' ? (commission.completed_on ?? today) : null;
  const facts = { ...commission, ...commission.booking, completed_on, is_paid_out: commission.paid_out_cents > 0 };
  const position = positionOf(facts, commission.holds, today);
  if (completed_on === commission.completed_on && isAt(position, commission)) return false;
  await updateCommission(tx, bookingId, { ...position, completed_on });
  const isLess = position.state !== 'payable' || position.partner_cents < commission.partner_cents;
  const clawback = commission.paid_out_cents > 0 && isLess ? (by.clawback ?? clawbackOf(position, commission)) : null;
  return await post(tx, now, by, {
    parties: { ...commission, booking_id: bookingId },
    before: commission.state,
    position,
    clawback,
  });
}

async function freeze(tx: Tx, bookingId: string): Promise<CommissionRow> {
  await insertCommission(tx, bookingId);
  const made = await lockCommission(tx, bookingId);
  if (!made) throw new Error(`there is no booking ${bookingId}`);
  return made;
}

const isAt = (position: Position, commission: CommissionRow) =>
  positionFields.every((field) => position[field] === commission[field]);

function clawbackOf(position: Position, before: CommissionRow): ClawbackReason {
  if (position.state === 'none') return 'cancelled_after_payout';
  if (position.state === 'voided') return 'fraud';
  return position.amount_cents === before.amount_cents ? 'mistake' : 'amount_corrected';
}
