import { z } from 'zod';
import { experience } from './discovery.ts';
import { endpoint } from './endpoint.ts';
import { rowId, text } from './values.ts';

/** What is asked for unless a caller asks for less; nobody gets more. */
export const recommendationLimits = { count: 5, radiusKm: 10, horizonHours: 48 } as const;

/** How a recommended experience stands to the booked one in time. */
export const timeCompatibilities = ['before', 'after', 'same_day', 'next_day'] as const;
export type TimeCompatibility = (typeof timeCompatibilities)[number];

export const recommendation = experience.extend({
  /** From the booked experience, one decimal. */
  distance_km: z.number(),
  /** 0 to 100, one decimal. */
  recommendation_score: z.number(),
  /** In words, for the traveler. */
  recommendation_reason: z.string(),
  time_compatibility: z.enum(timeCompatibilities),
});
export type Recommendation = z.output<typeof recommendation>;

/** At most `most`, whatever is asked for. */
const atMost = (most: number) =>
  z
    .number()
    .min(0)
    .max(1_000_000)
    .default(most)
    .transform((asked) => Math.min(asked, most));

export const recommend = endpoint({
  method: 'POST',
  path: '/api/platform-ai/recommendations',
  access: ['traveler'],
  summary: 'What goes well with a booked experience nearby, best first, at most 5 within 10 km and 48 hours',
  body: z.object({
    /** The caller's own, or none: another's is as missing. */
    user_id: text(64).nullish(),
    completed_booking: z.object({
      business_listing_id: rowId,
      /** Accepted and ignored, as all below but the date: the guide knows its listings. */
      category: text(100).nullish(),
      location_name: text(300).nullish(),
      check_in_date: z.union([z.iso.date(), z.iso.datetime({ offset: true })]).nullish(),
      guest_count: z.int().min(0).max(1_000).nullish(),
      qr_code_id: text(64).nullish(),
    }),
    recommendation_context: z
      .object({
        type: z.literal('post_booking').default('post_booking'),
        max_recommendations: atMost(recommendationLimits.count),
        radius_km: atMost(recommendationLimits.radiusKm),
        time_horizon_hours: atMost(recommendationLimits.horizonHours),
      })
      .prefault({}),
  }),
  reply: z.object({ recommendations: z.array(recommendation) }),
  limit: 'recommendations',
});
