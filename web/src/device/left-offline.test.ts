import { afterEach, describe, expect, it, vi } from 'vitest';
import { endAtNextContact, isSessionToEnd } from './left-offline.ts';

/** Cookies as a page sees them that has these. */
function onPage(protocol: 'http:' | 'https:', cookies = '') {
  const written: string[] = [];
  vi.stubGlobal('location', { protocol });
  vi.stubGlobal('document', {
    get cookie() {
      return cookies;
    },
    set cookie(line: string) {
      written.push(line);
    },
  });
  return written;
}
afterEach(() => vi.unstubAllGlobals());

describe('a sign-out without a network', () => {
  const rest = 'Path=/; Max-Age=2592000; SameSite=Lax';
  it('is noted on https under a name that no neighbouring host can use, and under the one of earlier versions', () => {
    const written = onPage('https:');
    endAtNextContact();
    expect(written).toEqual([`__Host-signed_in=0; ${rest}; Secure`, `signed_in=0; ${rest}; Secure`]);
  });
  it('and elsewhere under the one that browsers take there', () => {
    const written = onPage('http:');
    endAtNextContact();
    expect(written).toEqual([`signed_in=0; ${rest}`]);
  });
});

it.each([
  ['https:', 'lang=ja; __Host-signed_in=0', true],
  ['https:', '__Host-signed_in=1; signed_in=0', false],
  ['https:', 'signed_in=0', false],
  ['http:', 'lang=ja; signed_in=0', true],
  ['http:', 'signed_in=1', false],
] as const)('on %s with %s a session is still to be ended: %s', (protocol, cookies, expected) => {
  onPage(protocol, cookies);
  expect(isSessionToEnd()).toBe(expected);
});
