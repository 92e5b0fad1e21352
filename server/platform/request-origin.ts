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

const bots =
  /bot\b|bot\/|crawl|spider|slurp|preview|scan(ner)?\b|monitor|curl|wget|python|java\/|okhttp|go-http|headlesschrome|lighthouse|facebookexternalhit|whatsapp|telegram|slack|discord|embedly|vkshare|pinterest|skype|bingpreview|google(?:-|other)|axios|node-fetch|undici|libwww|httpclient|phantom|feed/i;

/** Whether a user agent names itself a program. An empty one counts as a program: every browser sends one. */
export function isBot(userAgent: string | undefined): boolean {
  return !userAgent || bots.test(userAgent);
}
