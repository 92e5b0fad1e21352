import type { Api } from '../api.ts';
import { inBrowser, type LoaderArgs } from '../contexts.ts';
import { currentSession } from '../features/session/current-session.ts';
import { loader } from '../loader.ts';
import { onScreen } from '../on-screen.ts';

/** What a desk has loaded. */
export interface DeskLoaded {
  /** The query it answers, which is not the address's where it is `unreached`. */
  answers: string;
  /** Set where what was asked for cannot be had: it is what was on screen before. */
  unreached?: true;
}

/** The desk that is on screen. */
export const deskOnScreen = onScreen<{ path: string; userId: string; loaded: object }>();

/**
 * The loader of a desk's screen. Where another page, order or search of it cannot be had, what is on screen stays and says so
 * (DeskFrame). What the server says no to, as to a session that has ended, takes it away all the same.
 */
export const deskLoader = <L extends object>(live: (api: Api, args: LoaderArgs) => Promise<L>) =>
  loader<L & DeskLoaded>({
    access: 'signed-in',
    live: async (api, args) => ({ ...(await live(api, args)), answers: new URL(args.request.url).search }),
    otherwise: async (_failure, args) => {
      const { shown } = deskOnScreen;
      if (!inBrowser || shown?.path !== new URL(args.request.url).pathname) return undefined;
      const { user } = await currentSession(args);
      return user?.id === shown.userId ? { ...(shown.loaded as L & DeskLoaded), unreached: true } : undefined;
    },
  });
