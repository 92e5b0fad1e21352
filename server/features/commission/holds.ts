import type { ClawbackReason, HoldState } from '../../../contract/commission-states.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Tx } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { lockBookingRow } from './commissions.store.ts';
import { followBooking } from './follow.ts';
import { copyHolds, findBookingOfHold, findHold, insertHold, isAnyOwnHold, updateHold } from './holds.store.ts';

export interface NewHold {
  bookingId: string;
  /** The rule that asks for it, lower case with underscores. */
  rule: string;
  /** What the rule saw, for whoever decides; anything JSON can hold. */
  details?: unknown;
}

/**
 * Holds a booking's commission for review, in the caller's transaction. What a rule has held once it holds no second time, so that a
 * decision stands however often the rule is asked again.
 * @returns whether a hold was opened
 */
export async function setHold(tx: Tx, now: Date, { bookingId, rule, details = {} }: NewHold): Promise<boolean> {
  await lockBookingRow(tx, bookingId);
  if (!(await insertHold(tx, now, { bookingId, rule, details }))) return false;
  await followBooking(tx, now, bookingId, { actorId: null, cause: `rule ${rule}` });
  return true;
}

/**
 * Gives a booking the open and voided holds of the one that it was rebooked from, in the caller's transaction: what was looked at is not
 * paid by being put off. The caller lets the ledger follow.
 */
export async function takeOverHolds(tx: Tx, now: Date, from: string, to: string): Promise<void> {
  await lockBookingRow(tx, from);
  for (const { id: hold, rule, state } of await copyHolds(tx, from, to))
    await recordAudit(tx, now, {
      action: 'hold_taken_over',
      actorId: null,
      subject: { kind: 'booking', id: to },
      after: { hold, rule, state, of: from },
      personId: null,
    });
}

export interface HoldDecision {
  state: Exclude<HoldState, 'open'>;
  /** What it was when this was decided. */
  replaces?: HoldState | undefined;
  reason: string;
  /** Why what was paid out is asked back where it is voided; `fraud` unless told. */
  clawback?: ClawbackReason | undefined;
}

/**
 * Releases a hold, or voids its booking's commission, in the caller's transaction. A decision may be changed; the same once more is none.
 * @returns whether anything was decided by it
 * @throws Refusal `not_found`; `own_account` for a commission of an organisation that the administrator is of; `hold_decided` where
 * somebody else has decided otherwise meanwhile
 */
export async function decideHold(
  tx: Tx,
  now: Date,
  actor: Actor,
  id: string,
  { state, replaces, reason, clawback }: HoldDecision,
): Promise<boolean> {
  const bookingId = await findBookingOfHold(tx, id);
  if (!bookingId) throw new Refusal('not_found');
  if (await isAnyOwnHold(tx, [id], actor.userId)) throw new Refusal('own_account');
  await lockBookingRow(tx, bookingId);
  const before = (await findHold(tx, id))!;
  if (before === state) return false;
  if (replaces !== undefined && replaces !== before) throw new Refusal('hold_decided', { state: before });
  await updateHold(tx, id, { state, decided_by: actor.userId, decided_at: now, decision_reason: reason });
  await recordAudit(tx, now, {
    action: state === 'voided' ? 'hold_voided' : 'hold_released',
    actorId: actor.userId,
    subject: { kind: 'booking', id: bookingId },
    before: { hold: id, state: before },
    after: { hold: id, state, reason },
    requestId: actor.requestId,
    personId: null,
  });
  await followBooking(tx, now, bookingId, {
    actorId: actor.userId,
    cause: `request ${actor.requestId}`,
    clawback: clawback ?? 'fraud',
  });
  return true;
}
