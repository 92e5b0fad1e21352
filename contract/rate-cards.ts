import { z } from 'zod';
import { mostHoldingDays } from './commission-states.ts';
import { endpoint } from './endpoint.ts';
import { calendarDay, dollars, rowId, rowIdText } from './values.ts';

/** What partners are told apart by for their share. */
export const tier = z.string().regex(/^[a-z][a-z0-9_-]{0,39}$/, 'must be a word of small letters');
/** A share, as a part of one. */
export const partnerShare = z
  .number()
  .min(0)
  .max(1)
  .refine((value) => Math.abs(value * 10_000 - Math.round(value * 10_000)) < 1e-8, 'has at most four decimals');
/** How many days after the day of travel it becomes payable. */
export const holdingDays = z.int().min(0).max(mostHoldingDays);

const rateCard = z.object({
  id: rowId,
  tier: z.string(),
  partner_share: partnerShare,
  holding_days: holdingDays,
  effective_from: calendarDay,
  /** Whether what is booked today earns by it. */
  in_force: z.boolean(),
  /** How many shown experiences pay less than this share, so that the house would add to it. */
  listings_below: z.int(),
  /** When it was confirmed. */
  created_at: z.string(),
  /** Who proposed it; an address. Null for the one that there was from the beginning. */
  created_by: z.string().nullable(),
  /** An address; null for one that was made while that was not asked for. */
  confirmed_by: z.string().nullable(),
  reason: z.string(),
});
export type RateCard = z.output<typeof rateCard>;

export const listRateCards = endpoint({
  method: 'GET',
  path: '/api/admin/rate-cards',
  access: ['admin'],
  summary:
    'What share of bookings partners earn, and how many days after travel, by tier and day, the newest card first; each with how many experiences pay less',
  reply: z.array(rateCard),
});

export const getRateCard = endpoint({
  method: 'GET',
  path: '/api/admin/rate-cards/{id}',
  access: ['admin'],
  summary: 'One rate card, with the experiences that pay less than its share; the first 200 by what is missing most',
  params: z.object({ id: rowIdText }),
  reply: rateCard.extend({
    /** `adds` is what the house adds to a booking of 100 dollars, in dollars. */
    below: z.array(z.object({ listing_id: rowId, name: z.string(), commission_rate: partnerShare, adds: dollars })),
  }),
});
