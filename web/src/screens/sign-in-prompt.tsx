import { createContext, type MouseEvent, type ReactNode, useCallback, useContext, useState } from 'react';
import { useNavigate } from 'react-router';
import type { Experience } from '../../../contract/discovery.ts';
import { useBooking } from '../features/bookings/use-booking.ts';
import { SaveButton } from '../features/saved/save-button.tsx';
import { useSession } from '../features/session/use-session.ts';
import { useOnDemand } from '../ui/use-on-demand.ts';
import { useReviews } from './reviews-prompt.tsx';

/** What somebody wanted who has to sign in first, and where to come back to. */
interface Wanted {
  activity?: string;
  returnTo: string;
  place?: 'page' | 'modal';
}

type Ask = (wanted: Wanted, event: MouseEvent) => void;
const PromptContext = createContext<Ask>(() => {});

const loadModal = () => import('./sign-in-modal.tsx').then((module) => module.SignInModal);

/** Lets any screen ask for a sign-in over itself. The link that asks leads to /auth where that cannot be shown. */
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
      fetchModal().catch(() => navigate(`/auth?redirect=${encodeURIComponent(next.returnTo)}`));
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
 * What a card does for this visitor: its booking button follows the link and records it or asks for a sign-in first, its heart
 * keeps it for later, its rating opens the reviews.
 */
export function useCardBooking() {
  const session = useSession();
  const { user, role, saved } = session;
  const save = (experience: Experience) => (
    <SaveButton experience={experience} userId={user?.id ?? null} known={saved?.includes(experience.id) ?? false} />
  );
  const saves = !role || role === 'traveler';
  return {
    ...useBooking(session),
    onSignIn: useSignInPrompt(),
    onReviews: useReviews(),
    save: saves ? save : undefined,
  };
}
