import { useMemo, useRef } from 'react';
import type { CardBooking } from '../../features/discovery/explore-booking.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { messages } from '../../messages/index.ts';
import { useCardBooking } from '../sign-in-prompt.tsx';

/**
 * Booking from the guide: for travelers and for guests who sign in first; others are told why not. Samples cannot be booked.
 * The same object for as long as nothing changes, so that hundreds of cards stay as they are.
 */
export function useExploreBooking(isSample: boolean): CardBooking {
  const { access, onBook, onSignIn } = useCardBooking();
  const { role } = useSession();
  const latest = useRef(onBook);
  latest.current = onBook;
  const blockedAs = !isSample && access === 'none' && role ? messages.roles[role] : null;
  return useMemo(
    () => ({
      access: isSample ? ('none' as const) : access,
      onBook: (experience) => latest.current(experience),
      onSignIn,
      blockedAs,
    }),
    [isSample, access, onSignIn, blockedAs],
  );
}
