import { useCallback, useEffect, useRef } from 'react';
import { useRevalidator } from 'react-router';
import { useSession } from '../features/session/use-session.ts';
import { noteSignedIn } from '../signed-in-here.ts';
import { useOnward } from './use-onward.ts';

/** Leads whoever has just signed in in this page on, after a moment: in another page where it showed somebody else, of whom nothing is to stay. */
export function useSignedIn(): (userId: string, next: string, delayMs: number) => Promise<void> {
  const { revalidate } = useRevalidator();
  const goOn = useOnward();
  const { user } = useSession();
  const present = useRef(user?.id);
  useEffect(() => {
    present.current = user?.id;
  });
  return useCallback(
    async (userId, next, delayMs) => {
      noteSignedIn({ userId, next });
      if (present.current && present.current !== userId) return goOn(() => location.replace(next), delayMs);
      await revalidate();
      goOn(next, delayMs);
    },
    [revalidate, goOn],
  );
}
