import { type ReactNode, useEffect } from 'react';
import { Navigate, useLocation, useRevalidator } from 'react-router';
import { offlineError } from '../api.ts';
import { accessDenialOf } from '../features/session/access.ts';
import { useSession } from '../features/session/use-session.ts';
import { guestsWay } from '../guests-way.ts';
import { AccessRestricted, LoadingScreen, ProfileNeeded } from './access.tsx';
import { Failed } from './error.tsx';
import { useHandle } from './route-handle.ts';

const askAgainMs = 3_000;

/** Shows a screen to those it is for, and says to all others why not. The server answers accordingly (server.tsx). */
export function Guard({ children }: { children: ReactNode }) {
  const { user, pending, unreached } = useSession();
  const { access, leadsTo } = useHandle();
  const here = useLocation();
  const denial = accessDenialOf(access, user);
  const { revalidate, state } = useRevalidator();
  const waiting = denial === 'sign-in' && pending;
  useEffect(() => {
    if (!waiting || state !== 'idle') return;
    const timer = setInterval(() => document.hidden || revalidate(), askAgainMs);
    return () => clearInterval(timer);
  }, [waiting, state, revalidate]);

  if (waiting) return unreached ? <Failed error={offlineError()} /> : <LoadingScreen />;
  if (denial === 'sign-in') return <Navigate to={guestsWay(here)} replace />;
  if (denial === 'profile') return <ProfileNeeded />;
  // Their home brings the account up to date.
  if (denial === 'legacy') return <Navigate to="/dashboard" replace />;
  if (denial === 'role') return <AccessRestricted />;
  if (leadsTo) return <Navigate to={leadsTo + here.search} replace />;
  return children;
}
