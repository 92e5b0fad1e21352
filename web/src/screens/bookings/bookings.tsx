import { useLoaderData } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { useLiveOr } from '../../use-live-or.ts';
import { asksForBookings, type BookingsData, loadBookings } from './load-bookings.ts';
import { PlatformBookings } from './platform-bookings.tsx';
import { TravelerBookings } from './traveler-bookings.tsx';

export { asksForBookings, loadBookings };

/** A traveler's own bookings, or all of them for an administrator. */
export function BookingsScreen() {
  const loaded = useLiveOr<BookingsData>(useLoaderData());
  const { user } = useSession();
  if (loaded.kind === 'platform') return <PlatformBookings loaded={loaded} />;
  return user && <TravelerBookings key={user.id} loaded={loaded} userId={user.id} />;
}
