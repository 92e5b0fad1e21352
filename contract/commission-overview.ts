import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { calendarDay, dollars, uuid } from './values.ts';

export const getCommissionOverview = endpoint({
  method: 'GET',
  path: '/api/admin/commission-overview',
  access: ['admin'],
  summary:
    'What partners have in the ledger by where it stands, what was paid this month, and who earned most in 30 days',
  reply: z.object({
    /** What stands on the accounts of all partners. */
    estimated: dollars,
    pending: dollars,
    held: dollars,
    payable: dollars,
    /** Since the first of Hawaiʻi's month. */
    paid_this_month: dollars,
    /** Over as much of the month before. */
    paid_before: dollars,
    month: calendarDay,
    /** The days of the bookings that `top_partners` have earned by, both of them within. */
    from: calendarDay,
    until: calendarDay,
    top_partners: z.array(
      z.object({ id: uuid, organization_name: z.string(), bookings: z.int(), commission: dollars }),
    ),
  }),
});
