import type { HoldState } from '../../../contract/commission-states.ts';
import type { Hold, RuleCount } from '../../../contract/holds.ts';
import type { Actor } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { findInLockOrder } from './holds.store.ts';
import { decideHold, type HoldDecision } from './holds.ts';
import { countByRule, findHoldPage, type HoldFilter, type HoldRow, sumHeld } from './holds-queue.store.ts';

type ListQuery = HoldFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

const present = (row: HoldRow): Hold => ({
  id: row.id,
  rule: row.rule,
  details: row.details,
  state: row.state,
  opened_at: row.opened_at.toISOString(),
  decided_at: row.decided_at?.toISOString() ?? null,
  decided_by: row.decided_by,
  decision_reason: row.decision_reason,
  booking: {
    id: row.booking_id,
    transaction_id: row.transaction_id,
    experience: row.experience,
    status: row.status,
    amount: row.amount_cents / 100,
    email: row.email,
    booked_at: row.booked_at.toISOString(),
  },
  partner: row.partner,
  share: row.share_cents / 100,
  others_open: row.others_open,
});

/** A page of holds. @throws Refusal `invalid_request` for a cursor that is none */
export async function listHolds(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value));
  const { rows, total, digest } = await findHoldPage(db, filter, page);
  return { rows: rows.map(present), total, digest, next: nextOf(sort, page, rows) };
}

/** How often each rule has held, how often for nothing, and what is on hold now. */
export async function countHolds(db: Db): Promise<{ rules: RuleCount[]; bookings: number; held: number }> {
  const { bookings, cents } = await sumHeld(db);
  const rules = (await countByRule(db)).map(({ released, voided, ...rule }) => {
    const decided = released + voided;
    return { ...rule, released, voided, false_alarms: decided > 0 ? released / decided : null };
  });
  return { rules, bookings, held: cents / 100 };
}

/**
 * Decides holds, each in a transaction of its own. Left out are unknown ones, those of which somebody has decided meanwhile, and those of
 * the administrator's own organisation.
 * @returns the ids of those that it decided
 */
export async function decideEach(
  db: Db,
  now: () => Date,
  actor: Actor,
  ids: readonly string[],
  decision: HoldDecision & { replaces: HoldState },
): Promise<Set<string>> {
  const decided = new Set<string>();
  // In one order, where a request is one transaction.
  for (const id of await findInLockOrder(db, ids)) {
    try {
      if (await withTransaction(db, (tx) => decideHold(tx, now(), actor, id, decision))) decided.add(id);
    } catch (error) {
      if (!(error instanceof Refusal && ['not_found', 'own_account', 'hold_decided'].includes(error.code))) throw error;
    }
  }
  return decided;
}
