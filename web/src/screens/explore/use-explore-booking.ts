import type { CardBooking } from '../../features/discovery/explore-booking.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { messages } from '../../messages/index.ts';
import { useCardBooking } from '../sign-in-prompt.tsx';

/** Booking from the guide: for travelers and for guests who sign in first; others are told why not. Samples are only looked at. */
export function useExploreBooking(isSample: boolean): CardBooking {
  const card = useCardBooking();
  const { role } = useSession();
  if (isSample) return { access: 'none', blockedAs: null };
  return { ...card, blockedAs: card.access === 'none' && role ? messages.roles[role] : null };
}
