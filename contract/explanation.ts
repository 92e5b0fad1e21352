import { z } from 'zod';
import { bookingStatuses } from './booking-states.ts';
import { clawbackReasons, commissionStates, entryKinds, holdStates, waitsFor } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { calendarDay, dollars, rowId, uuid } from './values.ts';

/** From the scan to the entry: what a commission is, and why. Money in dollars. */
const explanation = z.object({
  booking_id: uuid,
  experience: z.string(),
  platform: z.string(),
  organisation: z.object({ id: uuid, name: z.string() }).nullable(),
  state: z.enum(commissionStates),
  /** The booking's. */
  status: z.enum(bookingStatuses),
  /** What it is worth, or was before it was cancelled. */
  amount: dollars,
  estimated: z.boolean(),
  waits_for: z.enum(waitsFor).nullable(),
  /** The partner's part of the amount, what of it payouts have taken, and what of that was paid as they were released. */
  share: dollars,
  paid_out: dollars,
  paid: dollars,
  /** Days of Hawaiʻi, where they are known. */
  travel_day: calendarDay.nullable(),
  payable_on: calendarDay.nullable(),
  rate_card: z
    .object({
      ...{ id: rowId, partner_share: z.number(), tier: z.string(), effective_from: calendarDay },
      /** How many days after the day of travel it becomes payable. */
      holding_days: z.int(),
    })
    .nullable(),
  scan: z.object({ at: z.string(), code: z.string(), place: z.string() }).nullable(),
  click: z.object({ at: z.string() }).nullable(),
  booked_at: z.string(),
  /** What was told or decided of the booking, oldest first; the last 20. */
  changes: z.array(
    z.object({
      at: z.string(),
      action: z.string(),
      status: z.string().nullable(),
      amount: dollars.nullable(),
      /** Whose news it was, where it was some. */
      told_by: z.string().nullable(),
      /** For administrators alone: who did it, and why. */
      by: z.string().nullable().optional(),
      reason: z.string().nullable().optional(),
    }),
  ),
  holds: z.array(
    z.object({
      rule: z.string(),
      state: z.enum(holdStates),
      opened_at: z.string(),
      decided_at: z.string().nullable(),
      /** For administrators alone; `details` as in the queue of holds. */
      id: uuid.optional(),
      details: z.record(z.string(), z.union([z.string(), z.number()])).optional(),
      decided_by: z.string().nullable().optional(),
      decision_reason: z.string().nullable().optional(),
    }),
  ),
  /** What moved, oldest first: for a partner between its own accounts and outside (null). */
  entries: z.array(
    z.object({
      id: z.int(),
      at: z.string(),
      kind: z.enum(entryKinds),
      from: z.string().nullable(),
      to: z.string().nullable(),
      amount: dollars,
      reason: z.enum(clawbackReasons).nullable(),
      reverses: z.int().nullable(),
      payout_id: uuid.nullable(),
      /** For administrators alone. */
      cause: z.string().optional(),
    }),
  ),
  /** For administrators alone: the booking's number, what the platform pays, and what of it is left to the house. */
  transaction_id: z.string().optional(),
  platform_rate: z.number().optional(),
  platform_pays: dollars.optional(),
  margin: dollars.optional(),
});
export type Explanation = z.output<typeof explanation>;

export const explainBooking = endpoint({
  method: 'GET',
  path: '/api/bookings/{id}/explanation',
  access: ['partner', 'admin'],
  adminViews: 'booking',
  permission: 'commission_tracking',
  summary: "Why a booking earns what it does, from the scan to the ledger's entries; of a partner's own bookings",
  params: z.object({ id: uuid }),
  reply: explanation,
});
