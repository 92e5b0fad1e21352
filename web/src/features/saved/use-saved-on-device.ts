import { useEffect } from 'react';
import { useRevalidator } from 'react-router';
import type { Role } from '../../../../contract/roles.ts';
import { typedText } from '../../typed-text.ts';

/** Long enough for a page to have settled: from then on a heart can be tapped without a network, too. */
const prepareAfterMs = 4_000;

interface Visitor {
  user: { id: string } | null;
  role: Role | undefined;
  pending: boolean;
  saved: readonly number[] | null;
}

const keepsAnything = () => {
  try {
    return Object.keys(localStorage).some((key) => key.startsWith('holoholo.saved'));
  } catch {
    return false;
  }
};

/** Brings what the device keeps of saved places together with who is here; the shell keeps it going. */
export function useSavedOnDevice({ user, role, pending, saved }: Visitor): void {
  const { revalidate } = useRevalidator();
  const userId = user?.id ?? null;
  const isKnown = saved !== null;
  useEffect(() => {
    if (pending) return;
    const begin = async () => {
      const { beginSaved } = await import('./saved-device.ts');
      const onJoined = () => void (typedText.isHeld() || revalidate());
      await beginSaved({ userId, saves: !role || role === 'traveler', isKnown, onJoined });
    };
    // Who cannot fetch it now will when a heart is tapped.
    const timer = setTimeout(() => void begin().catch(() => {}), keepsAnything() ? 0 : prepareAfterMs);
    return () => clearTimeout(timer);
  }, [userId, role, pending, isKnown, revalidate]);
}
