import { createContext, type MouseEvent, type ReactNode, useCallback, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Experience } from '../../../contract/listings.ts';
import { answerInTime } from '../answer-in-time.ts';
import { notedCode, track } from '../features/analytics/track.ts';
import { useBooking } from '../features/bookings/use-booking.ts';
import { SaveButton } from '../features/saved/save-button.tsx';
import { useSession } from '../features/session/use-session.ts';
import { useOnDemand } from '../use-on-demand.ts';
import { bookingData, useFollowLink } from './in-app/follow-link.tsx';
import { useReviews } from './reviews-prompt.tsx';

/** What somebody wanted who has to sign in first, and where to come back to; home, where they came to sign in. */
interface Wanted {
  activity?: string;
  returnTo?: string;
  place?: 'page' | 'modal';
}

type Ask = (wanted: Wanted, event: MouseEvent) => void;
const PromptContext = createContext<Ask>(() => {});

const loadModal = () => import('./sign-in-modal.tsx').then((module) => module.SignInModal);

/** Lets any screen ask for a sign-in over itself. The link that asks, to /auth, is followed where that cannot be shown within three seconds. */
export function SignInPromptProvider({ children }: { children: ReactNode }) {
  const [wanted, setWanted] = useState<Wanted | null>(null);
  const [Modal, fetchModal] = useOnDemand(loadModal);
  const navigate = useNavigate();
  const ask: Ask = useCallback(
    (next, event) => {
      // A new tab is a new tab.
      if (event.metaKey || event.ctrlKey || event.shiftKey) return;
      event.preventDefault();
      setWanted(next);
      const { href, pathname, search } = event.currentTarget as HTMLAnchorElement;
      const asked = location.href;
      // Whoever has gone on meanwhile is not taken back.
      const go = (follow: () => void) => location.href === asked && follow();
      answerInTime(fetchModal().then(() => true)).then(
        // A page of the server's own needs no script.
        (came) => came || go(() => location.assign(href)),
        () => go(() => void navigate(pathname + search)),
      );
    },
    [fetchModal, navigate],
  );
  return (
    <PromptContext value={ask}>
      {children}
      {wanted && Modal && <Modal {...wanted} onClose={() => setWanted(null)} />}
    </PromptContext>
  );
}

/** Asks for a sign-in over the screen, from a link to /auth. */
export const useSignInPrompt = (): Ask => useContext(PromptContext);

/**
 * What a card does for this visitor: a booking is recorded beside its link, or a sign-in asked for first; pages of allowed hosts
 * are shown inside the guide; its heart keeps it for later, its rating opens the reviews.
 */
export function useCardBooking() {
  const session = useSession();
  const { user, role, saved } = session;
  const { access, onBook } = useBooking(session);
  const follow = useFollowLink();
  const ask = useSignInPrompt();
  const save = (experience: Experience) => (
    <SaveButton experience={experience} userId={user?.id ?? null} known={saved?.includes(experience.id) ?? false} />
  );
  return {
    access,
    onBook: (experience: Experience, event: MouseEvent) => {
      onBook(experience, notedCode());
      follow('booking', experience, event);
    },
    onLearnMore: (experience: Experience, event: MouseEvent) => follow('content', experience, event),
    onSignIn: (wanted: Wanted, event: MouseEvent, experience: Experience) => {
      track('booking_initiated', bookingData(experience, false), experience.id);
      ask(wanted, event);
    },
    onReviews: useReviews(),
    save: !role || role === 'traveler' ? save : undefined,
  };
}
