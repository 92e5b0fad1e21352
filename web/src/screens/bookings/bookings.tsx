import { useLoaderData } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { useLiveOr } from '../../use-live-or.ts';
import { bringPlatform, platform } from './bring-platform.ts';
import { asksForBookings, type BookingsData, loadBookings } from './load-bookings.ts';
import { TravelerBookings } from './traveler-bookings.tsx';

export { asksForBookings, bringPlatform, loadBookings };

/** A traveler's own bookings, or all of them for an administrator. */
export function BookingsScreen() {
  const loaded = useLiveOr<BookingsData>(useLoaderData());
  const { user } = useSession();
  if (loaded.kind === 'platform') return platform && <platform.PlatformBookings loaded={loaded} />;
  return user && <TravelerBookings key={user.id} loaded={loaded} userId={user.id} />;
}
