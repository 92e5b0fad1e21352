import { z } from 'zod';
import { payoutBlocks } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { dollars, uuid } from './values.ts';

/** Why a prepared payout is not released: of how many of its bookings it is so, each counted once. */
export const waitingPayout = z.object({
  id: uuid,
  /** Its partner's name. */
  organisation: z.string(),
  /** Whether the partner is suspended. */
  is_suspended: z.boolean(),
  blocks: z.object(
    Object.fromEntries(payoutBlocks.map((block) => [block, z.int()])) as Record<
      (typeof payoutBlocks)[number],
      z.ZodInt
    >,
  ),
});
export type WaitingPayout = z.output<typeof waitingPayout>;

const payoutBooking = z.object({
  booking_id: uuid,
  transaction_id: z.string(),
  experience: z.string(),
  /** What the payout takes of it; below zero where it is asked back. */
  amount: dollars,
  /** What keeps the payout from being released as long as it is prepared. */
  block: z.enum(payoutBlocks).nullable(),
});
export type PayoutBooking = z.output<typeof payoutBooking>;

export const listPayoutBookings = endpoint({
  method: 'GET',
  path: '/api/admin/payouts/{id}/bookings',
  access: ['admin'],
  summary:
    'The bookings that a payout is of, those first that keep it from being released, then the largest amounts; the first 100',
  params: z.object({ id: uuid }),
  reply: z.object({
    bookings: z.array(payoutBooking),
    /** All of them, and how many of them keep it from being released. */
    total: z.int(),
    blocking: z.int(),
    /** Whether its partner is suspended, which does so as well. */
    is_suspended: z.boolean(),
  }),
});
