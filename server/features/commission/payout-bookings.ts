import type { Answer } from '../../../contract/endpoint.ts';
import type { listPayoutBookings as endpoint } from '../../../contract/payout-bookings.ts';
import type { Db } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findPayeeOf, findPayoutBookings } from './payout-bookings.store.ts';

const shownBookings = 100;

/** The bookings that a payout is of, and which of them keep it from being released. @throws Refusal `not_found` */
export async function listPayoutBookings(db: Db, id: string): Promise<Answer<typeof endpoint>> {
  const payee = await findPayeeOf(db, id);
  if (!payee) throw new Refusal('not_found');
  const rows = await findPayoutBookings(db, id, shownBookings);
  return {
    bookings: rows.map(({ booking_id, transaction_id, experience, cents, block }) => ({
      ...{ booking_id, transaction_id, experience, block },
      amount: cents / 100,
    })),
    total: rows[0]?.total ?? 0,
    blocking: rows[0]?.blocking ?? 0,
    is_suspended: payee.is_suspended,
  };
}
