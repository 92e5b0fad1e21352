import type { EarningState } from '../../../contract/commission-states.ts';
import type { OwnCommission } from '../../../contract/own-commissions.ts';
import type { Db } from '../../platform/database/database.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { findDoubted } from './commissions.store.ts';
import { waitsFor } from './explain.ts';
import { findOwnCommissions, type OwnCommissionRow } from './own-commissions.store.ts';
import { forPartner, spanOf } from './statements.ts';

/** What a partner asks of its commissions: `month` as `2026-12`. */
interface Asked {
  sort: string;
  after?: string | undefined;
  limit?: number | undefined;
  state?: EarningState | undefined;
  month?: string | undefined;
}

function show(row: OwnCommissionRow, isDoubted: boolean): OwnCommission {
  const { id, booked_on, experience, place, code, state, cents, estimated } = row;
  const waits_for = state === 'pending' ? waitsFor({ estimated, is_doubted: isDoubted }) : null;
  return {
    ...{ booking_id: id, booked_on, experience, place, code, state, amount: cents / 100 },
    ...{ payable_on: waits_for ? null : row.payable_on, waits_for },
  };
}

/**
 * A page of a partner's commissions, in dollars.
 * @param own the caller's organisation; null for an admin, who may look at any
 * @throws Refusal `not_found`; `invalid_request` for no cursor
 */
export async function listOwnCommissions(db: Db, own: string | null, id: string, { state, month, ...query }: Asked) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const filter = { state, booked: month === undefined ? undefined : spanOf(month) };
  const { rows, total } = await forPartner(db, own, id, (tx) => findOwnCommissions(tx, id, filter, page));
  const pending = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  const doubted = await findDoubted(db, pending);
  return { rows: rows.map((row) => show(row, doubted.has(row.id))), total, next: nextOf(query.sort, page, rows) };
}
