import type { ErrorCode } from '../../../contract/errors.ts';
import type { MailWords } from '../../../contract/mails.ts';
import type { Context } from '../../platform/context.ts';
import { isUnavailable } from '../../platform/database/database.ts';
import { GuardedJson } from '../../platform/http/guarded-reply.ts';
import { type Answered, invoke } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isBot } from '../../platform/http/request-origin.ts';
import { logSparingly } from '../../platform/http/sparing-log.ts';
import { landingOf, scanForRequest, storedCode } from '../scanning/scanning.ts';

export interface Site {
  productName: string;
  publicUrl: string;
  demo: boolean;
  worker: boolean;
  embedHosts: readonly string[];
}

export interface RenderedPage {
  status: number;
  title: string;
  description: string;
  body: string;
  data: unknown;
  modules: string[];
  /** What is said, and in which class, as long as the page's scripts do not come. */
  late: { words: string; className: string };
}

/** Words of the app manifest. */
export interface AppWords {
  description: string;
  /** Names of the shortcuts. */
  scan: string;
  bookings: string;
}

/** The built renderer of the web side in one language, as the server sees it: it meets the web only through this shape. */
export interface Renderer {
  /** What mails say in this language. */
  mails: MailWords;
  /** What a phone says of the product among its apps. */
  installed: AppWords;
  /** What a person is told whose page cannot be made for now, and what to press to ask for it again. */
  busy: { text: string; again: string };
  /** The tag that stands for all whose region writes figures and dates as this one's does. */
  alikeTo(locale: string): string;
  /** The page that every screen can start from in the browser alone; it knows nobody. */
  renderShell(site: Site, locale: string): RenderedPage;
  /** Whether a page is at this path. */
  isPage(path: string): boolean;
  renderPage(request: {
    path: string;
    api: (name: string, request?: { params?: unknown; query?: unknown; body?: unknown }) => Promise<unknown>;
    site: Site;
    signedIn: boolean;
    arrival: Arrival['arrival'];
    locale: string;
  }): Promise<{ redirect: string; status: number } | RenderedPage>;
}

/** Endpoints by name, called in process with the same rules as over HTTP. What an answer says of keeping it is not said of the page. */
export function inProcessApi(
  answers: ReadonlyMap<string, Answered>,
  ctx: Context,
): Parameters<Renderer['renderPage']>[0]['api'] {
  const within: Context = {
    ...ctx,
    // What describes the answer's body is none of the page's: it would be taken for a file to keep.
    setHeader: (name, value) => !/^(cache-control$|content-)/.test(name) && ctx.setHeader(name, value),
  };
  return async (name, request) => {
    const reply = await invoke(answers.get(name)!, request ?? {}, within);
    return reply instanceof GuardedJson ? JSON.parse(reply.json) : reply;
  };
}

export interface Arrival {
  /** Path to render: the place the code stands for wins over the one in the address. */
  path: string;
  arrival: { notice: { code: ErrorCode; words: string } | null } | null;
}

/**
 * What a printed code in the address of a place means for this request. A person who opens it is recorded, once, here; a
 * prefetch or a program is shown the place and recorded nowhere.
 * @param isVisit whether a person opens the page now.
 */
export async function resolveArrival(ctx: Context, url: URL, isVisit: boolean): Promise<Arrival> {
  const code = url.searchParams.get('qr');
  url.searchParams.delete('qr');
  const rest = url.pathname + url.search;
  if (code === null || !/^\/location\/[^/]+$/.test(url.pathname)) return { path: rest, arrival: null };
  if (!isVisit || isBot(ctx.userAgent)) return { path: rest, arrival: null };
  try {
    const { row } = await scanForRequest(ctx, {
      code: storedCode(code),
      source: 'camera',
      position: null,
      device: { userAgent: ctx.userAgent },
      landing: landingOf(url.searchParams, ctx.privacySignal),
      withPlace: false,
    });
    return { path: `/location/${row.location_id}${url.search}`, arrival: { notice: null } };
  } catch (error) {
    if (error instanceof Refusal && error.status < 500)
      return { path: rest, arrival: { notice: { code: error.code, words: error.message } } };
    // The place is worth more to the visitor than the count is to us: a scan that cannot be kept never hides it.
    const { name, message } = error as Error;
    const cause = isUnavailable(error) || error instanceof Refusal ? { reason: message } : { err: error };
    const about = { ...cause, requestId: ctx.requestId };
    logSparingly(ctx.log, `scan ${name}`, 'error', about, 'a scan could not be recorded');
    return { path: rest, arrival: { notice: null } };
  }
}
