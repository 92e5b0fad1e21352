import type { ShouldRevalidateFunction } from 'react-router';
import { type BookingStatus, bookingStatuses } from '../../../../contract/booking-states.ts';
import type { Booking } from '../../../../contract/bookings.ts';
import type { Recommendation } from '../../../../contract/recommendations.ts';
import type { Api } from '../../api.ts';
import { inBrowser } from '../../contexts.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { findKeptBookings } from '../../features/bookings/booking-cache.ts';
import type { Asked } from '../../features/bookings/use-bookings.ts';
import { loadRecommendations } from '../../features/recommendations/load-recommendations.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { isAsking } from '../../features/session/load-root.ts';
import { loader } from '../../loader.ts';
import { type PlatformData, platformSteps } from './load-platform.ts';

export type BookingsData = OwnData | PlatformData;

export interface OwnData {
  kind: 'own';
  asked: Asked;
  /** In the browser it may come after the bookings, which do not wait for it. */
  suggested: SuggestedAfter | null | Promise<SuggestedAfter | null>;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<BookingsData>;
}

/** What goes well with the booking that was completed last. */
export interface SuggestedAfter {
  booking: Booking;
  recommendations: readonly Recommendation[];
}

/** The status that an address asks for with `status`; undefined for all. */
export const statusIn = (query: URLSearchParams): BookingStatus | undefined =>
  bookingStatuses.find((one) => one === query.get('status'));

/**
 * A traveler's bookings, or an administrator's view of everybody's. A guest goes to the cover; who may not see them, or no
 * longer, is told so. Of a traveler a failure is a result: the device may have the last answer.
 */
export const loadBookings = loader<BookingsData, OwnData>({
  access: 'signed-in',
  live: async (api, args) => {
    const { user } = await currentSession(args);
    if (user?.profile?.role === 'admin') return await platformSteps.live(api, args);
    const bookings = await api('GET /api/bookings');
    const suggested = suggestAfter(api, user?.id, bookings);
    return { kind: 'own', asked: { kind: 'live', bookings }, suggested: inBrowser ? suggested : await suggested };
  },
  kept: () => {
    const user = rememberedUser();
    if (!user || user.profile?.role === 'admin') return undefined;
    return findKeptBookings(() => localStorage, user.id, new Date()) && failed(0);
  },
  otherwise: async (failure, args) => {
    const { user } = await currentSession(args);
    if (user?.profile?.role === 'admin') return await platformSteps.otherwise(failure, args);
    return failed((failure as { status?: number }).status ?? 0);
  },
});

/** All bookings of a traveler are here: which of them are shown needs no call, and no network. */
export const asksForBookings: ShouldRevalidateFunction = ({ currentUrl, nextUrl, defaultShouldRevalidate }) => {
  const role = rememberedUser()?.profile?.role;
  const isFiltered = currentUrl.pathname === nextUrl.pathname && currentUrl.search !== nextUrl.search;
  return isFiltered && role === 'traveler' && !isAsking() ? false : defaultShouldRevalidate;
};

const failed = (status: number): OwnData => ({
  kind: 'own',
  asked: { kind: 'failed', status, inBrowser },
  suggested: null,
});

const mostSuggestions = 2;

/** The first of what the server recommends; a page without suggestions is better than one with invented ones. */
async function suggestAfter(api: Api, userId: string | undefined, bookings: Booking[]): Promise<SuggestedAfter | null> {
  const booking = bookings.find((one) => one.status === 'completed');
  if (!booking) return null;
  const { business_listing_id, business_listing_category: category, location_name, check_in_date } = booking;
  const { guest_count, qr_code_id } = booking;
  const completed = { business_listing_id, category, location_name, check_in_date, guest_count, qr_code_id };
  const found = await loadRecommendations(api, userId, completed);
  if (found.kind !== 'live' || found.recommendations.length === 0) return null;
  return { booking, recommendations: found.recommendations.slice(0, mostSuggestions) };
}
