import type { CardBooking } from '../../features/discovery/explore-booking.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { messages } from '../../messages/index.ts';
import { useCardBooking } from '../sign-in-prompt.tsx';

/** Booking from the guide: for travelers and for guests who sign in first; others are told why not. Samples cannot be booked. */
export function useExploreBooking(isSample: boolean): CardBooking {
  const { access, onBook, onSignIn } = useCardBooking();
  const { role } = useSession();
  if (isSample) return { access: 'none', onBook, onSignIn, blockedAs: null };
  return { access, onBook, onSignIn, blockedAs: access === 'none' && role ? messages.roles[role] : null };
}
