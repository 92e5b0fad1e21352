import { type ReactNode, useEffect } from 'react';
import { Navigate, useRevalidator } from 'react-router';
import { hindranceOf } from '../features/session/access.ts';
import { useSession } from '../features/session/use-session.ts';
import { AccessRestricted, LoadingScreen, ProfileNeeded } from './access.tsx';
import { useHandle } from './route-handle.ts';

const askAgainMs = 3_000;

/** Shows a screen to those it is for, and says to all others why not. The server answers accordingly (server.tsx). */
export function Guard({ children }: { children: ReactNode }) {
  const { user, pending } = useSession();
  const { access, leadsTo } = useHandle();
  const hindrance = hindranceOf(access, user);
  const { revalidate, state } = useRevalidator();
  const waiting = hindrance === 'sign-in' && pending;
  useEffect(() => {
    if (!waiting || state !== 'idle') return;
    const timer = setTimeout(revalidate, askAgainMs);
    return () => clearTimeout(timer);
  }, [waiting, state, revalidate]);

  if (waiting) return <LoadingScreen />;
  if (hindrance === 'sign-in') return <Navigate to="/" replace />;
  if (hindrance === 'profile') return <ProfileNeeded />;
  // Their home brings the account up to date.
  if (hindrance === 'legacy') return <Navigate to="/dashboard" replace />;
  if (hindrance === 'role') return <AccessRestricted />;
  if (leadsTo) return <Navigate to={leadsTo} replace />;
  return children;
}
