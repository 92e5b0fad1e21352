import type { Request } from '../../../../contract/endpoint.ts';
import type { Recommendation, recommend } from '../../../../contract/recommendations.ts';
import type { Api } from '../../api.ts';
import { isRemembered } from '../../device/own-device.ts';
import { findKept, keepRecommendations } from './kept-recommendations.ts';

/** Where suggestions come from: the server now, this device earlier, or nowhere real. */
export type Suggested =
  | { kind: 'live'; recommendations: readonly Recommendation[] }
  | { kind: 'kept'; recommendations: readonly Recommendation[]; keptAt: string }
  | { kind: 'sample' };

/** As the specification asks for them. */
const context = { type: 'post_booking', max_recommendations: 5, radius_km: 10, time_horizon_hours: 48 } as const;

/**
 * What goes well with a booking: the live answer, else the last real one this device has, else the sample set. Never throws.
 * @param api asks as whoever it belongs to: the browser's own, or that of a page the server renders.
 * @param userId who asks; the server believes its session alone.
 */
export async function loadRecommendations(
  api: Api,
  userId: string | undefined,
  booking: Request<typeof recommend>['body']['completed_booking'],
): Promise<Suggested> {
  try {
    const body = { user_id: userId, completed_booking: booking, recommendation_context: context };
    const { recommendations } = await api('POST /api/platform-ai/recommendations', { body });
    if (userId && isRemembered(userId)) keepRecommendations(booking.business_listing_id, recommendations);
    return { kind: 'live', recommendations };
  } catch {
    const kept = findKept(booking.business_listing_id);
    return kept ? { kind: 'kept', ...kept } : { kind: 'sample' };
  }
}
