import type { IncomingHttpHeaders } from 'node:http';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether a request that changes something comes from our own pages (Fetch metadata, else Origin, else Referer).
 * No tokens: a browser states where a request comes from, and a client that states nothing is refused.
 */
export function isFromThisSite(headers: IncomingHttpHeaders, ownOrigin: string): boolean {
  const site = headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin';
  if (headers.origin !== undefined) return headers.origin === ownOrigin;
  const referer = headers.referer;
  return referer !== undefined && URL.parse(referer)?.origin === ownOrigin;
}

const thisMachine = ['localhost', '127.0.0.1', '[::1]'];

/**
 * Whether a request was sent to this server by a name of its own. A foreign page can point a name of its own at this machine and
 * then read what it is answered with; the name stays in the request.
 * @param host the header. @param ownHosts where else the server listens, or is reached.
 */
export function isSentToUs(host: string | undefined, ...ownHosts: readonly string[]): boolean {
  const name = URL.parse(`http://${host}`)?.hostname;
  return name !== undefined && [...thisMachine, ...ownHosts].includes(name);
}

/** Whether a request must prove where it comes from. */
export function isUnsafe(method: string): boolean {
  return !safeMethods.has(method);
}

/**
 * Whether a page is opened by a person now: a navigation of a window, not a prefetch, a frame or a fetch. Browsers
 * without Fetch metadata pass, as older phone cameras open their links in such views.
 */
export function isGenuineNavigation(method: string, headers: IncomingHttpHeaders): boolean {
  if (method !== 'GET') return false;
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined || headers['x-moz'] !== undefined)
    return false;
  const mode = headers['sec-fetch-mode'];
  const dest = headers['sec-fetch-dest'];
  if (mode !== undefined && mode !== 'navigate') return false;
  return dest === undefined || dest === 'document';
}

/**
 * Whether a GET that changes something may: asked by a script of our own page, or by a person who follows a link of ours. The
 * mode counts, as a picture, a frame or a prefetch of our own pages comes from this site too. Nothing stated is refused.
 */
export function isOwnDeliberateGet(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined) return false;
  return (
    isOwnScript(headers) ||
    (headers['sec-fetch-site'] === 'same-origin' &&
      headers['sec-fetch-mode'] === 'navigate' &&
      headers['sec-fetch-dest'] === 'document' &&
      headers['sec-fetch-user'] === '?1')
  );
}

/**
 * Whether a GET that begins something may: not for a picture, a frame or a prefetch of anybody, which would end what is under way in
 * another tab. What a link of ours saves goes nowhere, as Chromium states it; Firefox states a window. Browsers without Fetch metadata
 * pass.
 */
export function isAskedByOwnPage(headers: IncomingHttpHeaders): boolean {
  if (headers['sec-purpose'] !== undefined || headers.purpose !== undefined) return false;
  const site = headers['sec-fetch-site'];
  const isLink = headers['sec-fetch-mode'] === 'navigate';
  const isWindow = isLink && headers['sec-fetch-dest'] === 'document';
  const isSaved = isLink && headers['sec-fetch-dest'] === 'empty' && site === 'same-origin';
  return (
    site === undefined || isOwnScript(headers) || ((site === 'same-origin' || site === 'none') && isWindow) || isSaved
  );
}

/** Whether a person has followed a link to here, on whatever page or in whatever mail it stood. */
export const isFollowedByPerson = (headers: IncomingHttpHeaders): boolean =>
  headers['sec-purpose'] === undefined &&
  headers.purpose === undefined &&
  headers['sec-fetch-mode'] === 'navigate' &&
  headers['sec-fetch-dest'] === 'document' &&
  headers['sec-fetch-user'] === '?1';

/** Whether a script of our own page asks, and can read the answer. */
export function isOwnScript(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  return (
    headers['sec-fetch-site'] === 'same-origin' &&
    (mode === 'cors' || mode === 'same-origin') &&
    headers['sec-fetch-dest'] === 'empty'
  );
}

/** Whether the window itself goes here, so that it can be sent on; browsers without Fetch metadata are known by what they accept. */
export function isNavigation(headers: IncomingHttpHeaders): boolean {
  const mode = headers['sec-fetch-mode'];
  return mode === undefined ? (headers.accept ?? '').includes('text/html') : mode === 'navigate';
}

const bots =
  /bot\b|crawl|spider|slurp|preview|scan(ner)?\b|monitor|curl|wget|python|java\/|okhttp|go-http|headlesschrome|lighthouse|facebookexternalhit|whatsapp|telegram|slack|discord|embedly|vkshare|pinterest|skype|google(?:-|other)|axios|node-fetch|undici|libwww|httpclient|phantom|feed/i;

/** Whether a user agent names itself a program. An empty one counts as a program: every browser sends one. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent || bots.test(userAgent);
}
