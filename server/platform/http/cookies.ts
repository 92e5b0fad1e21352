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

/** The full name of a cookie. `signed_in` and `lang` say nothing worth forging, so they need no prefix. */
export function cookieName(key: CookieKey, secure: boolean): string {
  return secure && key !== 'signedIn' && key !== 'language' ? `__Host-${cookieNames[key]}` : cookieNames[key];
}

/** One Set-Cookie line. Values are ours (base64url or digits), so nothing needs escaping. */
export function setCookieLine(key: CookieKey, value: string, secure: boolean, options: CookieOptions): string {
  const { maxAge, httpOnly = true, sameSite = 'Lax' } = options;
  const parts = [`${cookieName(key, secure)}=${value}`, 'Path=/', `Max-Age=${maxAge}`, `SameSite=${sameSite}`];
  if (httpOnly) parts.push('HttpOnly');
  if (secure) parts.push('Secure');
  return parts.join('; ');
}
