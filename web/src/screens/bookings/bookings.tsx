import { useLoaderData } from 'react-router';
import { useSession } from '../../features/session/use-session.ts';
import { type BookingsData, loadBookings } from './load-bookings.ts';
import { PlatformBookings } from './platform-bookings.tsx';
import { TravelerBookings } from './traveler-bookings.tsx';

export { loadBookings };

/** A traveler's own bookings, or all of them for an administrator. */
export function BookingsScreen() {
  const loaded = useLoaderData<BookingsData>();
  const { user } = useSession();
  if (loaded.kind === 'platform') return <PlatformBookings loaded={loaded} />;
  return user && <TravelerBookings loaded={loaded} userId={user.id} />;
}
