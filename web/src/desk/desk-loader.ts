import { redirect } from 'react-router';
import { type Api, type ApiError, errorCode } from '../api.ts';
import { inBrowser, type LoaderArgs } from '../contexts.ts';
import { currentSession } from '../features/session/current-session.ts';
import { loader } from '../loader.ts';
import { onScreen } from '../on-screen.ts';
import { withQuery } from '../with-query.ts';
import { followedName } from './table-address.ts';

/** What a desk has loaded. */
export interface DeskLoaded {
  /** The query it answers, which is not the address's where it is `unreached`. */
  answers: string;
  /** Set where what was asked for cannot be had: it is what was on screen before. */
  unreached?: true;
}

/** The desk that is on screen. */
export const deskOnScreen = onScreen<{ path: string; userId: string; loaded: object }>();

/** What of an address a fault is of, where it is not called as in the request. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'path.id': ['open', followedName],
  'query.id': ['open'],
};

/** The address without what it asks that there is not; nothing where that is none of it. */
export function corrected(url: string, failure: unknown): Response | undefined {
  if (errorCode(failure) !== 'invalid_request') return undefined;
  const { pathname, searchParams } = new URL(url);
  const before = String(searchParams);
  for (const { path } of (failure as Partial<ApiError>).fields ?? [])
    for (const name of namesOf[path] ?? [path.replace('query.', '')]) searchParams.delete(name);
  return String(searchParams) === before ? undefined : redirect(withQuery(pathname, searchParams));
}

/**
 * The loader of a desk's screen. An address that asks what there is not leads to the same without that. Where another page, order
 * or search of it cannot be had, what is on screen stays and says so (DeskFrame). What the server says no to, as to a session that
 * has ended, takes it away all the same.
 */
export const deskLoader = <L extends object>(live: (api: Api, args: LoaderArgs) => Promise<L>) =>
  loader<L & DeskLoaded>({ access: 'signed-in', ...deskSteps(live) });

/** The same as parts of a loader, for a screen that is a desk for some of its readers alone. */
export const deskSteps = <L extends object>(live: (api: Api, args: LoaderArgs) => Promise<L>) => ({
  live: async (api: Api, args: LoaderArgs): Promise<L & DeskLoaded> => {
    const { url } = args.request;
    try {
      return { ...(await live(api, args)), answers: new URL(url).search };
    } catch (failure) {
      throw corrected(url, failure) ?? failure;
    }
  },
  otherwise: async (_failure: Error, args: LoaderArgs): Promise<(L & DeskLoaded) | undefined> => {
    const { shown } = deskOnScreen;
    if (!inBrowser || shown?.path !== new URL(args.request.url).pathname) return undefined;
    const { user } = await currentSession(args);
    return user?.id === shown.userId ? { ...(shown.loaded as L & DeskLoaded), unreached: true } : undefined;
  },
});
