import { data, redirect } from 'react-router';
import { type Api, errorCode } from './api.ts';
import { apiOf, type LoaderArgs, maySignedInContext } from './contexts.ts';
import { guestsWay } from './guests-way.ts';
import { type Kept, keptOrLive } from './kept-or-live.ts';

type MaybeLater<T> = T | null | undefined | Promise<T | null | undefined>;

interface Loading<L, K> {
  /** `signed-in` leads guests away (guests-way.ts). What else a screen asks of a visitor is for its guard, and for its endpoints. */
  access?: 'signed-in';
  /** Asks the server. Each call ends within ten seconds, and with the navigation that it is for. */
  live: (api: Api, args: LoaderArgs) => Promise<L>;
  /** What this device has of it: see keptOrLive. */
  kept?: (args: LoaderArgs) => MaybeLater<K>;
  /** What is shown all the same where nothing can be had; nothing where the failure is to be seen. Not asked where the server says no. */
  otherwise?: (failure: Error, args: LoaderArgs) => MaybeLater<L>;
}

/** What a server's no is for the error screen. An address that cannot be one is not there. */
const statusOfNo: Partial<Record<string, number>> = {
  unauthenticated: 401,
  forbidden: 403,
  not_found: 404,
  invalid_request: 404,
};

/**
 * The loader of a screen; that of a place alone has no room for it (features/places/load-place.ts). A server's no is data, which the
 * error screen puts into words; all else, of the network as of a busy server, is thrown as an error.
 */
export const loader =
  <L extends object | null, K extends object = never>({ access, live, kept, otherwise }: Loading<L, K>) =>
  async (args: LoaderArgs): Promise<L | Kept<K, L>> => {
    if (access && !args.context.get(maySignedInContext)) throw redirect(guestsWay(new URL(args.request.url)));
    const ask = () =>
      live(apiOf(args), args).catch((failure) => {
        const status = statusOfNo[errorCode(failure) ?? ''];
        throw status ? data(null, { status }) : failure;
      });
    try {
      return await keptOrLive(args, ask, () => kept?.(args));
    } catch (failure) {
      const instead = failure instanceof Error && (await otherwise?.(failure, args));
      if (instead) return instead;
      throw failure;
    }
  };
