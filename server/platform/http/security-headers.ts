import { createHash } from 'node:crypto';
import { BoundedMap } from '../bounded-map.ts';

/** Inline blocks are few: the loader and the styles of each kind of page, in each language. */
const hashes = new BoundedMap<string, string>(200);

/** The CSP source of an inline block: its SHA-256, computed once. */
export function cspHash(content: string): string {
  return hashes.getOrMake(content, () => `'sha256-${createHash('sha256').update(content).digest('base64')}'`);
}

/** Headers of every response, errors included. */
export function commonHeaders(secure: boolean): Record<string, string> {
  return {
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
    'x-frame-options': 'DENY',
    'cross-origin-opener-policy': 'same-origin',
    'cross-origin-resource-policy': 'same-origin',
    'permissions-policy': 'camera=(self), geolocation=(self), microphone=(), payment=(), usb=()',
    ...(secure ? { 'strict-transport-security': 'max-age=63072000; includeSubDomains' } : {}),
  };
}

/** Policy of answers that are no pages: should a browser ever show one, nothing in it runs or loads. */
export const apiPolicy = "default-src 'none'; frame-ancestors 'none'; sandbox";

/** Policy of the service worker, which is one file: it asks this site, and loads nothing else. */
export const workerPolicy =
  "default-src 'none'; connect-src 'self'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'";

/**
 * Policy of our pages: inline blocks by hash only, scripts only through the one trusted loader.
 * @param styles and scripts the inline blocks of the page.
 * @param from where else things may come from: `images` origins beside any with https, `frames` hosts whose pages may be
 * embedded, and no others, also when they lead on.
 */
export function pagePolicy(
  styles: readonly string[],
  scripts: readonly string[],
  { images = [], frames = [] }: { images?: readonly string[]; frames?: readonly string[] } = {},
): string {
  return [
    "default-src 'none'",
    `script-src ${scripts.map(cspHash).join(' ')} 'strict-dynamic' 'wasm-unsafe-eval'`,
    `style-src 'self' ${styles.map(cspHash).join(' ')}`,
    ['img-src', "'self'", 'https:', 'data:', 'blob:', ...images].join(' '),
    "font-src 'self'",
    "connect-src 'self'",
    "media-src 'self' blob: mediastream:",
    "manifest-src 'self'",
    "worker-src 'self'",
    `frame-src ${frames.map((host) => `https://${host}`).join(' ') || "'none'"}`,
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types holoholo holoholo-loader',
  ].join('; ');
}
