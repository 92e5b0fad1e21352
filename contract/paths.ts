import { parseUrl } from './parse-url.ts';
import { isWellFormed } from './well-formed.ts';

/** Encoded, as it is kept while somebody signs in; our longest is a search for 100 letters of three bytes. */
const longestPath = 1_200;

/**
 * A path of this site to return to after signing in, or null: one leading slash, and nothing a browser would read as
 * another host. Never throws.
 */
export function ownPath(value: string | null | undefined): string | null {
  if (!value || value.length > 2048 || !/^\/(?![/\\])/.test(value)) return null;
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is refused
  if (/[\\\u0000-\u001f\u007f]/.test(value) || !isWellFormed(value)) return null;
  if (/^\/+(%2f|%5c|%09|%0a|%0d)/i.test(value)) return null;
  const base = 'https://own.invalid';
  const url = parseUrl(value, base);
  if (!url || url.origin !== base || url.pathname.startsWith('//')) return null;
  const path = url.pathname + url.search + url.hash;
  return path.length > longestPath ? null : path;
}
