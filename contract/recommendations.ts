import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { timeCompatibilities } from './recommendation-reasons.ts';
import { recommendationLimits } from './recommendation-score.ts';
import { category, rowId, text } from './values.ts';

/** Why something is recommended: codes with their values, which `recommendation-reasons.ts` words. */
const reason = z.discriminatedUnion('code', [
  z.object({ code: z.literal('goes_with'), category, time: z.enum(timeCompatibilities) }),
  z.object({ code: z.literal('near'), meters: z.int().min(0) }),
  z.object({ code: z.literal('well_rated'), rating: z.number() }),
  z.object({ code: z.literal('booked_together') }),
]);

export const recommendation = experience.extend({
  /** From the booked experience, one decimal. */
  distance_km: z.number(),
  /** 0 to 100, one decimal. */
  recommendation_score: z.number(),
  /** In English words, for the traveler. */
  recommendation_reason: z.string(),
  /** The same as codes, in the order of the words. */
  recommendation_reasons: z.array(reason),
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
  access: ['traveler', 'admin'],
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
