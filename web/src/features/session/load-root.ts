import type { ShouldRevalidateFunction } from 'react-router';
import { apiOf, type LoaderArgs, type Site, siteContext } from '../../contexts.ts';
import { type CurrentSession, currentSession } from './current-session.ts';

export interface RootData extends CurrentSession {
  site: Site;
  /** Listings that a signed-in traveler has saved, for the hearts of this page; null where that is not known. */
  saved: number[] | null;
}

/** Who is here, and on which installation. A failure leaves the visitor a guest for now. */
export async function loadRoot(args: LoaderArgs): Promise<RootData> {
  const session = await currentSession(args);
  const role = session.user?.profile?.role ?? 'traveler';
  const asks = session.user !== null && !session.remembered && role === 'traveler';
  const saved = asks ? await apiOf(args)('GET /api/saved/ids').catch(() => null) : null;
  return { ...session, saved, site: args.context.get(siteContext) };
}

let asks = () => false;

/** Whether all that is on screen is being asked anew. */
export const isAsking = (): boolean => asks();

/** The browser's router says whether it is asking anew. */
export const watchAsking = (whether: () => boolean): void => {
  asks = whether;
};

/** Who is here is asked again after a form or on request, not on every step; a step that cuts a request off takes it over. */
export const asksWhoIsHere: ShouldRevalidateFunction = ({
  currentUrl,
  nextUrl,
  formAction,
  defaultShouldRevalidate,
}) => (formAction || isAsking() || currentUrl.href === nextUrl.href ? defaultShouldRevalidate : false);
