import {
  answerInTime,
  backgroundDeadlineMs,
  deadlineMs,
  leastAwayStatus,
  liveAnswerTimeoutMs,
  pageTimeoutMs,
} from '../answer-in-time.ts';
import { cacheNames, keepBounded } from '../device/device-caches.ts';
import { findKeptPlace } from '../device/kept-lists.ts';
import { fetchApp, findInApp, shellAddress } from './app-cache.ts';

const pictureFreshMs = 86_400_000;

const screensWithoutNetwork = new RegExp(offlinePaths);

/**
 * A page comes from the network, so that it is always the newest. Without one, or where it is silent for so long, the shell
 * stands in, which shows what the device has; and of a screen that needs no network also where the server is away. Where the device
 * has something, a page that does not come whole in time counts as none. Nothing that comes is kept here: it may be somebody's.
 */
export async function answerPage(event: FetchEvent): Promise<Response> {
  const { pathname } = new URL(event.request.url);
  const network = fromNetwork(event);
  event.waitUntil(network.then(followLanguage).catch(() => {}));
  const id = pathname.match(/^\/location\/(\d+)$/)?.[1];
  const isOffline = screensWithoutNetwork.test(pathname);
  const isKept = id === undefined ? isOffline : (await findKeptPlace(id)) !== undefined;
  const answer = await answerInTime(
    (isKept ? network.then(whenWhole) : network).catch(() => undefined),
    isKept ? liveAnswerTimeoutMs : pageTimeoutMs,
  );
  if (answer && !(isOffline && answer.status >= leastAwayStatus)) return answer;
  return (await findInApp(shellAddress)) ?? answer ?? (await network);
}

/** Brings the application in the language in which pages come now, where the network failed when it was chosen. */
async function followLanguage({ ok, headers }: Response): Promise<void> {
  const shell = ok ? await findInApp(shellAddress) : undefined;
  if (shell && shell.headers.get('content-language') !== headers.get('content-language')) await fetchApp();
}

/** The same answer once its page is here to the last tag; a connection may end or fall silent in the middle. */
async function whenWhole(answer: Response): Promise<Response | undefined> {
  if (!answer.headers.get('content-type')?.startsWith('text/html')) return answer;
  return (await answer.clone().text()).trimEnd().endsWith('</html>') ? answer : undefined;
}

/** The browser's own request, begun while the worker woke, where it makes one; it is a navigation to the server either way. */
export async function fromNetwork(event: FetchEvent): Promise<Response> {
  const preloaded: Response | undefined = await event.preloadResponse;
  return preloaded ?? (await fetch(event.request));
}

/** A picture that is here is shown; after a day it is asked for anew beside that, as another may have taken its name. */
export async function answerPicture(event: FetchEvent): Promise<Response> {
  const { request } = event;
  const known = await caches.match(request.url, { ignoreVary: true }).catch(() => undefined);
  if (!known) {
    const answer = await inTime(request).catch(
      async (failure) => (await findOtherSize(request.url)) ?? Promise.reject(failure),
    );
    if (isKeepable(answer)) event.waitUntil(keepBounded(cacheNames.pictures, request.url, answer.clone()));
    return answer;
  }
  const age = Date.now() - Date.parse(known.headers.get('date') ?? '');
  event.waitUntil(
    age < pictureFreshMs ? keepBounded(cacheNames.pictures, request.url, known.clone()) : renew(request.url),
  );
  return known;
}

/** A picture of a listing as it is kept here, in whichever of its sizes: a place's pack brings one alone. */
async function findOtherSize(address: string): Promise<Response | undefined> {
  const picture = /^.*\/listing-pictures\/[^/]+\//.exec(address)?.[0];
  if (!picture) return undefined;
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    const kept = (await cache.keys()).find(({ url }) => url.startsWith(picture));
    if (kept) return await cache.match(kept);
  }
  return undefined;
}

/**
 * A connection that brings nothing for ten seconds is given up, so that others can have its place; so is one whose page wants the
 * picture no more.
 */
async function inTime(request: Request): Promise<Response> {
  const call = new AbortController();
  let timer: ReturnType<typeof setTimeout>;
  const wait = () => {
    clearTimeout(timer);
    timer = setTimeout(() => call.abort(), deadlineMs);
  };
  request.signal.addEventListener('abort', () => call.abort());
  wait();
  try {
    const answer = await fetch(request, { signal: call.signal });
    void followBody(answer.clone(), wait).finally(() => clearTimeout(timer));
    return answer;
  } catch (failure) {
    clearTimeout(timer!);
    throw failure;
  }
}

/** Tells of each piece of a body, until it ends or breaks off. */
async function followBody({ body }: Response, onPiece: () => void): Promise<void> {
  const pieces = body?.getReader();
  try {
    while (pieces && !(await pieces.read()).done) onPiece();
  } catch {
    // Whoever has the answer sees that it was cut.
  }
}

const isKeepable = (answer: Response) => answer.ok && answer.type === 'basic';

async function renew(address: string): Promise<void> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(backgroundDeadlineMs) }).catch(() => undefined);
  if (answer && isKeepable(answer)) await keepBounded(cacheNames.pictures, address, answer);
}
