/** Cookies of a request by name; of a name sent twice the first counts. Malformed pairs are passed over. */
export function readCookies(header: string | undefined): Map<string, string> {
  const cookies = new Map<string, string>();
  for (const pair of (header ?? '').slice(0, 8192).split(';')) {
    const at = pair.indexOf('=');
    if (at < 1) continue;
    const name = pair.slice(0, at).trim();
    if (!cookies.has(name)) cookies.set(name, pair.slice(at + 1).trim());
  }
  return cookies;
}

export interface CookieOptions {
  /** Seconds; 0 deletes the cookie. */
  maxAge: number;
  httpOnly?: boolean;
  sameSite?: 'Lax' | 'Strict';
}

/** The cookie names of this product; on https they carry the `__Host-` prefix, which ties them to this host alone. */
export const cookieNames = {
  session: 'session',
  visit: 'visit',
  magicLink: 'magic_link',
  oauth: 'oauth',
  signedIn: 'signed_in',
  device: 'device',
  language: 'lang',
} as const;
export type CookieKey = keyof typeof cookieNames;

/** The full name of a cookie. `lang` says nothing worth forging, so it needs no prefix. */
export function cookieName(key: CookieKey, secure: boolean): string {
  return secure && key !== 'language' ? `__Host-${cookieNames[key]}` : cookieNames[key];
}

/**
 * Set-Cookie lines. Values are ours (base64url or digits), so nothing needs escaping. Pages and processes of earlier versions
 * know `signed_in` without its prefix, so it is set under both names.
 */
export function setCookieLines(key: CookieKey, value: string, secure: boolean, options: CookieOptions): string[] {
  const { maxAge, httpOnly = true, sameSite = 'Lax' } = options;
  const rest = `=${value}; Path=/; Max-Age=${maxAge}; SameSite=${sameSite}${httpOnly ? '; HttpOnly' : ''}${secure ? '; Secure' : ''}`;
  const line = cookieName(key, secure) + rest;
  return secure && key === 'signedIn' ? [line, cookieNames.signedIn + rest] : [line];
}

/** What a page writes into `signed_in` when somebody signs out and the server cannot be reached. */
const left = '0';

/**
 * Whether somebody signed out without a network in the browser that sends these cookies. Any neighbouring host can plant a cookie
 * without the prefix. On https such a one, which a page of an earlier version writes, therefore counts only beside a session and
 * in place of the `1` that we have set, never next to it.
 */
export function isLeftOffline(header: string | undefined, cookies: Map<string, string>, secure: boolean): boolean {
  if (secure && cookies.get(cookieName('signedIn', secure)) === left) return true;
  if (cookies.get(cookieNames.signedIn) !== left || /(?:^|;)\s*signed_in=1/.test(header ?? '')) return false;
  return !secure || cookies.has(cookieName('session', secure));
}
