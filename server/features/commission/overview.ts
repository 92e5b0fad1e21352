import type { getCommissionOverview } from '../../../contract/commission-overview.ts';
import type { Answer } from '../../../contract/endpoint.ts';
import { hawaiiDay, lastDays } from '../../../contract/hawaii-time.ts';
import { daysOfRange, mostTop } from '../../../contract/platform-figures.ts';
import type { Db } from '../../platform/database/database.ts';
import { findOverview } from './overview.store.ts';

/** What all partners have in the ledger, what was paid to them in this month of Hawaiʻi, and who earned most in 30 days. */
export async function readOverview(db: Db, now: Date): Promise<Answer<typeof getCommissionOverview>> {
  const month = `${hawaiiDay(now).slice(0, 8)}01`;
  const { days, ...span } = lastDays(now, daysOfRange['30d']);
  const monthStart = new Date(`${month}T00:00:00-10:00`);
  const before = monthBefore(now, monthStart);
  const found = await findOverview(db, { monthStart, before, ...span, most: mostTop });
  return {
    estimated: found.estimated / 100,
    pending: found.pending / 100,
    held: found.held / 100,
    payable: found.payable / 100,
    paid_this_month: found.paid / 100,
    paid_before: found.paid_before / 100,
    month,
    ...days,
    top_partners: found.top.map(({ cents, ...partner }) => ({ ...partner, commission: cents / 100 })),
  };
}

/** As much of the month before as has passed of this one, and no more than it has. */
function monthBefore(now: Date, monthStart: Date) {
  const from = new Date(`${hawaiiDay(new Date(monthStart.getTime() - 1)).slice(0, 8)}01T00:00:00-10:00`);
  const passed = new Date(from.getTime() + now.getTime() - monthStart.getTime());
  return { from, until: passed < monthStart ? passed : monthStart };
}
