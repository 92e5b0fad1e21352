import { sql } from 'kysely';
import { type PayoutBlock, payoutBlocks } from '../../../contract/commission-states.ts';
import type { Db } from '../../platform/database/database.ts';
import { isDoubted } from './commissions.store.ts';

/** What a payout `p` has taken of bookings `b`, and what it takes back of others. */
const itemsOf = (payoutId: string) => sql`ledger_entries e join ledger_accounts a on a.id = e.to_account
  join bookings b on b.id = e.booking_id join payouts p on p.id = e.payout_id
  where e.payout_id = ${payoutId} and e.kind = 'payout'`;

/**
 * What of a booking that a prepared payout takes keeps it from being released: that less of it is due than is paid out, first, as that ends
 * by no decision about the booking; then that it is on hold, or that its amount is not certain.
 */
const block = sql<PayoutBlock | null>`case when p.state <> 'prepared' or a.state <> 'in_payout' then null
  when exists (select from commissions c where c.booking_id = b.id and c.due_cents < 0) then 'less_due'
  when exists (select from commission_holds h where h.booking_id = b.id and h.state = 'open') then 'held'
  when ${isDoubted} then 'decision' when b.estimated then 'amount' end`;

/** Of how many of a prepared payout's bookings which of these keeps it from being released. */
export async function countBlocks(db: Db, payoutId: string): Promise<Record<PayoutBlock, number>> {
  const { rows } = await sql<{ block: PayoutBlock; count: number }>`
    select block, count(*)::integer as count from (select ${block} as block from ${itemsOf(payoutId)}) item
    where block is not null group by block`.execute(db);
  return Object.fromEntries(
    payoutBlocks.map((one) => [one, rows.find((row) => row.block === one)?.count ?? 0]),
  ) as Record<PayoutBlock, number>;
}

export interface PayoutBookingRow {
  booking_id: string;
  transaction_id: string;
  experience: string;
  cents: number;
  block: PayoutBlock | null;
  total: number;
  blocking: number;
}

/** A payout's bookings, those that keep it from being released first, then the largest amounts; and how many there are of both. */
export async function findPayoutBookings(db: Db, payoutId: string, limit: number): Promise<PayoutBookingRow[]> {
  const { rows } = await sql<PayoutBookingRow>`
    select item.*, l.name as experience, count(*) over ()::integer as total, count(block) over ()::integer as blocking
    from (select e.booking_id, b.transaction_id, b.listing_id, ${block} as block,
        case when a.state = 'in_payout' then e.cents else -e.cents end as cents from ${itemsOf(payoutId)}) item
      join listings l on l.id = item.listing_id
    order by block is null, cents desc, booking_id limit ${limit}`.execute(db);
  return rows;
}

/** Whether a payout's partner is suspended; nothing where there is no such payout. */
export async function findPayeeOf(db: Db, payoutId: string): Promise<{ is_suspended: boolean } | undefined> {
  const { rows } = await sql<{ is_suspended: boolean }>`
    select o.state <> 'active' as is_suspended from payouts p join organisations o on o.id = p.organisation_id
    where p.id = ${payoutId}`.execute(db);
  return rows[0];
}
