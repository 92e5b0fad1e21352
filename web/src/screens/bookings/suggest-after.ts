import type { Booking } from '../../../../contract/bookings.ts';
import type { Recommendation } from '../../../../contract/recommendations.ts';
import type { Api } from '../../api.ts';
import { loadRecommendations } from '../../features/recommendations/load-recommendations.ts';

/** What goes well with the booking that was completed last. */
export interface SuggestedAfter {
  booking: Booking;
  recommendations: readonly Recommendation[];
}

const mostSuggestions = 2;

/**
 * The first of what the server recommends; a page without suggestions is better than one with invented ones.
 * @returns null where there is nothing to suggest; undefined where the server did not say.
 */
export async function suggestAfter(
  api: Api,
  userId: string | undefined,
  bookings: readonly Booking[],
): Promise<SuggestedAfter | null | undefined> {
  const booking = bookings.find((one) => one.status === 'completed');
  if (!booking) return null;
  const { business_listing_id, business_listing_category: category, location_name, check_in_date } = booking;
  const { guest_count, qr_code_id } = booking;
  const completed = { business_listing_id, category, location_name, check_in_date, guest_count, qr_code_id };
  const found = await loadRecommendations(api, userId, completed);
  if (found.kind !== 'live') return undefined;
  return found.recommendations.length > 0
    ? { booking, recommendations: found.recommendations.slice(0, mostSuggestions) }
    : null;
}
