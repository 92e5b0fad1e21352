import type { Api } from '../api.ts';
import { inBrowser, type LoaderArgs } from '../contexts.ts';
import { currentSession } from '../features/session/current-session.ts';
import { loader } from '../loader.ts';

/** What a desk has loaded; `unreached` where it is what was on screen before. */
export interface OnScreen {
  unreached?: true;
}

/** What a desk has on screen: in the browser only, where it is one person's. */
let held: { path: string; userId: string; loaded: object } | undefined;

/** Notes what is on screen, so that a page or an order of it that cannot be had takes nothing away. */
export function holdOnScreen(path: string, userId: string, loaded: object): void {
  held = { path, userId, loaded };
}

/**
 * The loader of a desk's screen. Where another page, order or search of it cannot be had, what is on screen stays and says so
 * (DeskFrame). What the server says no to, as to a session that has ended, takes it away all the same.
 */
export const deskLoader = <L extends object>(live: (api: Api, args: LoaderArgs) => Promise<L>) =>
  loader<L & OnScreen>({
    access: 'signed-in',
    live,
    otherwise: async (_failure, args) => {
      if (!inBrowser || held?.path !== new URL(args.request.url).pathname) return undefined;
      const { user } = await currentSession(args);
      return user?.id === held.userId ? { ...(held.loaded as L), unreached: true } : undefined;
    },
  });
