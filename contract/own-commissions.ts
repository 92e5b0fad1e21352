import { z } from 'zod';
import { month, ofPartner } from './commission.ts';
import { earningStates, waitsFor } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { bookingRows } from './figure-rows.ts';
import { listAnswer, listQuery } from './lists.ts';
import { timeRanges } from './time-ranges.ts';
import { calendarDay, dollars, uuid } from './values.ts';

/** What one booking earns its partner. Of who booked it nothing is told. */
const ownCommission = z.object({
  booking_id: uuid,
  /** Days of Hawaiʻi. */
  booked_on: calendarDay,
  experience: z.string(),
  /** Of the scan that is credited; null where that place is another's by now, or is not known. */
  place: z.string().nullable(),
  code: z.string().nullable(),
  state: z.enum(earningStates),
  /**
   * What of it stands in that state: the partner's share, of one that is payable what no payout has taken yet. Below zero of what is
   * taken back.
   */
  amount: dollars,
  /** What the booking brought, as figures of revenue have it; null of what is not confirmed, or of which no amount is told. */
  revenue: dollars.nullable(),
  /** Null of what is not confirmed, or earns nothing, and of a pending one that waits for more than its day. */
  payable_on: calendarDay.nullable(),
  waits_for: z.enum(waitsFor).nullable(),
});
export type OwnCommission = z.output<typeof ownCommission>;

export const listOwnCommissions = endpoint({
  method: 'GET',
  path: '/api/organisations/{id}/commissions',
  ...ofPartner,
  summary:
    "A partner's commissions by when they were booked, then by id: of a state, of a month of Hawaiʻi, of a range, of what a figure counts, or all",
  params: z.object({ id: uuid }),
  query: listQuery(['-booked', 'booked'], {
    state: z.enum(earningStates).optional(),
    /** In which they were booked. */
    month: month.optional(),
    /** In which they were booked, and as what a figure of it counts their bookings. */
    time_range: z.enum(timeRanges).optional(),
    of: z.enum(bookingRows).optional(),
  }).omit({ search: true }),
  reply: listAnswer(ownCommission),
});
