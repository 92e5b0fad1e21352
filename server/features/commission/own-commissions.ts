import type { EarningState } from '../../../contract/commission-states.ts';
import type { BookingRows } from '../../../contract/figure-rows.ts';
import type { OwnCommission } from '../../../contract/own-commissions.ts';
import type { TimeRange } from '../../../contract/time-ranges.ts';
import type { Db } from '../../platform/database/database.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import { rangeOf } from '../analytics/analytics.ts';
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
  time_range?: TimeRange | undefined;
  of?: BookingRows | undefined;
}

function show(row: OwnCommissionRow, isDoubted: boolean): OwnCommission {
  const { id, booked_on, experience, place, code, state, cents, revenue_cents, estimated } = row;
  const waits_for = state === 'pending' ? waitsFor({ estimated, is_doubted: isDoubted }) : null;
  return {
    ...{ booking_id: id, booked_on, experience, place, code, state, amount: cents / 100 },
    revenue: revenue_cents === null ? null : revenue_cents / 100,
    ...{ payable_on: waits_for ? null : row.payable_on, waits_for },
  };
}

/**
 * A page of a partner's commissions, in dollars.
 * @param own the caller's organisation; null for an admin, who may look at any
 * @throws Refusal `not_found`; `invalid_request` for no cursor
 */
export async function listOwnCommissions(
  db: Db,
  now: Date,
  own: string | null,
  id: string,
  { state, month, time_range, of, ...query }: Asked,
) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const booked = [...(month ? [spanOf(month)] : []), ...(time_range ? [rangeOf(time_range, now)] : [])];
  const filter = { state, booked, of };
  const { rows, total } = await forPartner(db, own, id, (tx) => findOwnCommissions(tx, id, filter, page));
  const pending = rows.filter((row) => row.state === 'pending').map((row) => row.id);
  const doubted = await findDoubted(db, pending);
  return { rows: rows.map((row) => show(row, doubted.has(row.id))), total, next: nextOf(query.sort, page, rows) };
}
