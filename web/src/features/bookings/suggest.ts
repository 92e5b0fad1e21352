import type { Booking } from '../../../../contract/bookings.ts';
import type { Experience } from '../../../../contract/discovery.ts';

export const mostSuggestions = 2;

/** The category of what was completed last; undefined while nothing was. */
export const lastCompleted = (bookings: readonly Booking[]): Booking | undefined =>
  bookings.find((one) => one.status === 'completed');

/** Up to two experiences that were never booked here, the best rated first. */
export function suggest(bookings: readonly Booking[], experiences: readonly Experience[]): Experience[] {
  const booked = new Set(bookings.map((one) => one.business_listing_id));
  return experiences
    .filter((one) => one.booking_url && !booked.has(one.id))
    .sort((one, other) => (other.rating ?? 0) - (one.rating ?? 0) || other.review_count - one.review_count)
    .slice(0, mostSuggestions);
}
