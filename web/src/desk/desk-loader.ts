import { redirect } from 'react-router';
import { type Api, type ApiError, errorCode } from '../api.ts';
import { inBrowser, type LoaderArgs } from '../contexts.ts';
import { currentSession } from '../features/session/current-session.ts';
import { loader } from '../loader.ts';
import { nextPaint } from '../next-paint.ts';
import { onScreen } from '../on-screen.ts';
import { withQuery } from '../with-query.ts';
import { findKeptDesk, type KeptAs } from './kept-desk.ts';
import { endedAfterName, followedName } from './table-address.ts';

/** What a desk has loaded. */
export interface DeskLoaded {
  /** The query it answers, which is not the address's where it is `unreached`. */
  answers: string;
  /** Set where what was asked for cannot be had: it is what was on screen before. */
  unreached?: true;
  /** Set where it is not the server's answer. */
  standIn?: StandIn;
  /** As what the device keeps it. */
  keptAs?: KeptAs;
  /** Whether the page itself remembers it: see lastAnswers. */
  isRemembered?: true;
}

/** What a screen shows in the server's stead: what it last said to this device, or to this page, or an example. */
export type StandIn = { kind: 'kept'; keptAt: string } | { kind: 'remembered'; at: string } | { kind: 'sample' };

/** What stands in for a screen by the specification's error catalogue. */
interface Fallback<L> extends KeptAs {
  /** Shown as "Sample data" where this device has no answer either, and never kept. */
  sample: L;
}

/** Has the page remember what the server last said, as long as it lives: for what names accounts, and so is kept on no device. */
export const remembered = 'remembered';

/** What the server last said to each screen that is remembered, by its path. */
const lastAnswers = new Map<string, { userId: string; at: string; loaded: DeskLoaded }>();

/** Remembers an answer that is on screen. */
export function rememberAnswer(path: string, userId: string, loaded: DeskLoaded): void {
  if (loaded.isRemembered) lastAnswers.set(path, { userId, at: new Date().toISOString(), loaded });
}

/** The desk that is on screen. */
export const deskOnScreen = onScreen<{ path: string; userId: string; loaded: object }>();

/** What of an address a fault is of, where it is not called as in the request. */
const namesOf: Readonly<Record<string, readonly string[]>> = {
  'path.id': ['open', followedName],
  'path.slug': ['open'],
  'query.id': ['open'],
  'query.after': ['after', endedAfterName],
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
 * @param fallback what stands in where nothing is on screen yet: the last answer that this device has, then the sample set; or the
 * last that this page had
 */
export const deskLoader = <L extends object>(
  live: (api: Api, args: LoaderArgs) => Promise<L>,
  fallback?: Fallback<NoInfer<L>> | typeof remembered,
) => loader<L & DeskLoaded>({ access: 'signed-in', ...deskSteps(live, fallback) });

/** The same as parts of a loader, for a screen that is a desk for some of its readers alone. */
export const deskSteps = <L extends object>(
  live: (api: Api, args: LoaderArgs) => Promise<L>,
  fallback?: Fallback<NoInfer<L>> | typeof remembered,
) => ({
  live: async (api: Api, args: LoaderArgs): Promise<L & DeskLoaded> => {
    const { url } = args.request;
    const keeping: Partial<DeskLoaded> =
      fallback === remembered
        ? { isRemembered: true }
        : fallback
          ? { keptAs: { name: fallback.name, version: fallback.version } }
          : {};
    try {
      const [loaded] = await Promise.all([live(api, args), inBrowser && nextPaint()]);
      return { ...loaded, answers: new URL(url).search, ...keeping };
    } catch (failure) {
      throw corrected(url, failure) ?? failure;
    }
  },
  otherwise: async (failure: Error, args: LoaderArgs): Promise<(L & DeskLoaded) | undefined> => {
    if (!inBrowser) return undefined;
    const { shown } = deskOnScreen;
    const { pathname, search } = new URL(args.request.url);
    const before = shown?.path === pathname ? shown : undefined;
    if (!before && !fallback) return undefined;
    const { user } = await currentSession(args);
    if (!user) return undefined;
    const loaded = before?.userId === user.id ? (before.loaded as L & DeskLoaded) : undefined;
    if (loaded && !loaded.standIn) return { ...loaded, unreached: true };
    if (fallback !== remembered) return fallback && standIn(fallback, user.id, failure);
    const last = lastAnswers.get(pathname);
    if (last?.userId !== user.id || last.loaded.answers !== search) return undefined;
    return { ...(last.loaded as L & DeskLoaded), standIn: { kind: 'remembered', at: last.at } };
  },
});

function standIn<L extends object>(
  { sample, ...as }: Fallback<L>,
  userId: string,
  failure: Error,
): (L & DeskLoaded) | undefined {
  const kept = findKeptDesk(as, userId, new Date());
  if (kept) return { ...(kept.loaded as L & DeskLoaded), standIn: { kind: 'kept', keptAt: kept.keptAt } };
  // Without a network nothing has failed: what this device has is elsewhere.
  if (errorCode(failure) === 'offline') return undefined;
  return { ...sample, answers: '', standIn: { kind: 'sample' } };
}
