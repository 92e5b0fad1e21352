import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import type { WaitingPayout } from '../../../contract/payout-bookings.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { hasAnotherAdmin } from './another-admin.store.ts';
import { followBooking } from './follow.ts';
import { findAccounts } from './ledger.store.ts';
import { countBlocks } from './payout-bookings.store.ts';
import {
  findOwnPayouts,
  findPayoutOfRun,
  findUnsettled,
  insertPayout,
  type LockedPayout,
  lockAskedBack,
  lockBookingsOfPayout,
  lockDue,
  lockPayee,
  lockPayout,
  markAsPaid,
  type Payee,
  putBack,
  settlePayout,
  takeOutOfPayable,
} from './payouts.store.ts';

async function accountsOf(tx: Tx, organisation_id: string) {
  const key = (state: string) => ({ kind: 'partner', organisation_id, state }) as const;
  const of = await findAccounts(tx, ['payable', 'in_payout', 'paid'].map(key));
  return { payable: of(key('payable')), inPayout: of(key('in_payout')), paid: of(key('paid')) };
}

/**
 * Prepares the payout of an organisation in a run: takes what is due of each of its bookings out of payable, in one transaction. Nothing
 * where it comes to less than the organisation's minimum. Of one run it is done once, however often it is asked for.
 * @returns what the run pays it
 */
export async function preparePayout(
  db: Db,
  now: Date,
  actor: Actor,
  runId: string,
  organisationId: string,
): Promise<{ id: string; cents: number } | undefined> {
  return await withTransaction(db, async (tx) => {
    const { minimum, isActive } = await lockPayee(tx, organisationId);
    const known = await findPayoutOfRun(tx, runId, organisationId);
    if (known || !isActive) return known;
    const askedBack = await lockAskedBack(tx, organisationId);
    const due = await lockDue(tx, organisationId, minimum);
    const cents = due.reduce((sum, one) => sum + one.cents, 0);
    if (cents <= 0 || cents < minimum) return undefined;
    const id = await insertPayout(tx, {
      organisation_id: organisationId,
      run_id: runId,
      cents,
      prepared_by: actor.userId,
      prepared_at: now,
      had_another: await hasAnotherAdmin(tx, actor.userId, now),
    });
    const by = { actorId: actor.userId, cause: `run ${runId}` };
    await takeOutOfPayable(tx, { payoutId: id, now, ...by }, await accountsOf(tx, organisationId), due);
    // What is no longer paid out can be held again.
    for (const booking of await findUnsettled(tx, askedBack, hawaiiDay(now))) await followBooking(tx, now, booking, by);
    const made = { state: 'prepared', organisation: organisationId, run: runId, cents } as const;
    await audit(tx, now, actor, id, { after: made });
    return { id, cents };
  });
}

/**
 * Says that payouts were paid, each in a transaction of its own. Left out are those that are settled, unknown ones, and those that wait:
 * something in them is on hold or in doubt by now, or their organisation is suspended.
 * @returns how many it released, and which wait for what
 * @throws Refusal `payout_same_admin` where the caller prepared one of them and there is another administrator, or was one when it was
 * prepared or in the 30 days before; `payout_late_admin` where another one prepared one of them while the caller was no administrator;
 * `own_account` for one of an organisation that the caller is of
 */
export async function releasePayouts(
  db: Db,
  now: Date,
  actor: Actor,
  ids: readonly string[],
): Promise<{ released: number; waits: WaitingPayout[] }> {
  const own = await findOwnPayouts(db, ids, actor.userId);
  if (own.member) throw new Refusal('own_account');
  if (own.prepared_among_others || (own.prepared && (await hasAnotherAdmin(db, actor.userId, now))))
    throw new Refusal('payout_same_admin');
  if (own.too_late) throw new Refusal('payout_late_admin');
  // By their ids: what is tried again waits once.
  const waits = new Map<string, WaitingPayout>();
  const { settled } = await settleEach(db, ids, async (tx, payout, { name, isActive }) => {
    // Held, so that no hold is set between the look and the payment.
    await lockBookingsOfPayout(tx, payout.id);
    const blocks = await countBlocks(tx, payout.id);
    if (!isActive || Object.values(blocks).some((bookings) => bookings > 0)) {
      waits.set(payout.id, { id: payout.id, organisation: name, is_suspended: !isActive, blocks });
      return 'waiting';
    }
    waits.delete(payout.id);
    const posting = { payoutId: payout.id, now, actorId: actor.userId, cause: `request ${actor.requestId}` };
    await markAsPaid(tx, posting, await accountsOf(tx, payout.organisation_id));
    await settlePayout(tx, payout.id, 'released', actor.userId, now);
    const { id, cents } = payout;
    await audit(tx, now, actor, id, { before: { state: 'prepared', cents }, after: { state: 'released', cents } });
    return 'settled';
  });
  return { released: settled, waits: [...waits.values()] };
}

/**
 * Takes prepared payouts back, each in a transaction of its own: what they took is due again, and held where it is on hold by now.
 * @returns how many it withdrew; left out are those that are settled, and unknown ones
 */
export async function withdrawPayouts(
  db: Db,
  now: Date,
  actor: Actor,
  { ids, reason }: { ids: readonly string[]; reason: string },
): Promise<number> {
  const { settled } = await settleEach(db, ids, async (tx, payout) => {
    const by = { actorId: actor.userId, cause: `request ${actor.requestId}` };
    const bookings = await lockBookingsOfPayout(tx, payout.id);
    await putBack(tx, { payoutId: payout.id, now, ...by });
    await settlePayout(tx, payout.id, 'withdrawn', actor.userId, now);
    const { id, cents } = payout;
    const change = { before: { state: 'prepared', cents }, after: { state: 'withdrawn', cents, reason } } as const;
    await audit(tx, now, actor, id, change);
    for (const one of await findUnsettled(tx, bookings, hawaiiDay(now))) await followBooking(tx, now, one, by);
    return 'settled';
  });
  return settled;
}

type Outcome = 'settled' | 'waiting' | 'unknown';

/** @param settle told whose the payout is */
async function settleEach(
  db: Db,
  ids: readonly string[],
  settle: (tx: Tx, payout: LockedPayout, payee: Payee) => Promise<Outcome>,
): Promise<Record<Outcome, number>> {
  const counts = { settled: 0, waiting: 0, unknown: 0 };
  // In one order, where a request is one transaction.
  for (const id of [...new Set(ids.map((one) => one.toLowerCase()))].sort()) {
    const outcome = await withTransaction(db, async (tx): Promise<Outcome> => {
      const payout = await lockPayout(tx, id);
      if (payout?.state !== 'prepared') return 'unknown';
      // As when it was prepared: the organisation before its bookings and their commissions.
      return await settle(tx, payout, await lockPayee(tx, payout.organisation_id));
    });
    counts[outcome]++;
  }
  return counts;
}

async function audit(
  tx: Tx,
  now: Date,
  actor: Actor,
  id: string,
  change: { before?: object; after: { state: 'prepared' | 'released' | 'withdrawn' } & Record<string, unknown> },
): Promise<void> {
  const [action, subject] = [`payout_${change.after.state}`, { kind: 'payout', id }];
  await recordAudit(tx, now, { action, actorId: actor.userId, subject, ...change, requestId: actor.requestId });
}
