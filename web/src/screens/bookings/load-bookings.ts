import type { ShouldRevalidateFunction } from 'react-router';
import { type BookingStatus, bookingStatuses } from '../../../../contract/booking-states.ts';
import { inBrowser } from '../../contexts.ts';
import { rememberedUser } from '../../device/own-device.ts';
import { findKeptBookings } from '../../features/bookings/booking-cache.ts';
import type { Asked } from '../../features/bookings/use-bookings.ts';
import { currentSession } from '../../features/session/current-session.ts';
import { isAsking } from '../../features/session/load-root.ts';
import { loader } from '../../loader.ts';
import { bringPlatform, platform } from './bring-platform.ts';
import type { PlatformData } from './load-platform.ts';
import { type SuggestedAfter, suggestAfter } from './suggest-after.ts';

export type BookingsData = OwnData | PlatformData;

export interface OwnData {
  kind: 'own';
  asked: Asked;
  /** What the server's own page suggests; the browser asks for it once the bookings are on screen (use-suggested.ts). */
  suggested?: SuggestedAfter | null | undefined;
  /** The server's answer, where it was not waited for and may still come. */
  live?: Promise<BookingsData>;
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
    if (user?.profile?.role === 'admin') {
      const { platformSteps } = await bringPlatform(() => new URL(args.request.url));
      return await platformSteps.live(api, args);
    }
    const bookings = await api('GET /api/bookings');
    const suggested = inBrowser ? undefined : await suggestAfter(api, user?.id, bookings);
    return { kind: 'own', asked: { kind: 'live', bookings }, suggested };
  },
  kept: () => {
    const user = rememberedUser();
    if (!user || user.profile?.role === 'admin') return undefined;
    return findKeptBookings(() => localStorage, user.id, new Date()) && failed(0);
  },
  otherwise: async (failure, args) => {
    const { user } = await currentSession(args);
    if (user?.profile?.role === 'admin') {
      if (!platform) throw failure;
      return await platform.platformSteps.otherwise(failure, args);
    }
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
});
