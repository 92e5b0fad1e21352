import { useMemo, useRef } from 'react';
import type { CardBooking } from '../../features/listings/explore-booking.tsx';
import { useSession } from '../../features/session/use-session.ts';
import { messages } from '../../messages/index.ts';
import { useCardBooking } from '../../shell/sign-in-prompt.tsx';

/**
 * Booking from the guide: for travelers and for guests who sign in first; others are told why not. Samples are only looked at.
 * The same object for as long as nothing changes, so that hundreds of cards stay as they are.
 */
export function useExploreBooking(isSample: boolean): CardBooking {
  const card = useCardBooking();
  const latest = useRef(card);
  latest.current = card;
  const { access } = card;
  const { role, user, saved } = useSession();
  const blockedAs = !isSample && access === 'none' && role ? messages.roles[role] : null;
  // biome-ignore lint/correctness/useExhaustiveDependencies: hearts change with who is here and what they saved
  return useMemo(
    () =>
      isSample
        ? { access: 'none', blockedAs }
        : {
            access,
            blockedAs,
            onBook: (...given) => latest.current.onBook(...given),
            onLearnMore: (...given) => latest.current.onLearnMore(...given),
            onSignIn: (...given) => latest.current.onSignIn(...given),
            onReviews: (...given) => latest.current.onReviews(...given),
            save: latest.current.save,
          },
    [isSample, access, blockedAs, user?.id, saved],
  );
}
