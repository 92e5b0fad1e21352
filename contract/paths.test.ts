import { expect, test, vi } from 'vitest';
import { ownPath } from './paths.ts';

test('a path to return to has at most 1,200 characters, counted as it is kept', () => {
  const longest = `/${'x'.repeat(1_199)}`;
  expect(ownPath(longest)).toBe(longest);
  expect(ownPath(`${longest}x`)).toBeNull();
  // Three bytes of nine characters each.
  expect(ownPath(`/${'波'.repeat(133)}`)).toHaveLength(1 + 9 * 133);
  expect(ownPath(`/${'波'.repeat(134)}`)).toBeNull();
});

test('a path to return to, as a sign-in with Google keeps it, is read without URL.parse, which browsers of our floor lack', () => {
  const parse = vi.spyOn(URL, 'parse');
  Object.assign(URL, { parse: undefined });
  try {
    expect(ownPath('/bookings?tab=past#row')).toBe('/bookings?tab=past#row');
    expect(ownPath('/a/../location/b')).toBe('/location/b');
    for (const other of [
      '//elsewhere.example',
      '/\\elsewhere.example',
      '/.//elsewhere.example',
      'https://elsewhere.example/',
    ])
      expect(ownPath(other), other).toBeNull();
  } finally {
    parse.mockRestore();
  }
  expect(URL.parse).toBeTypeOf('function');
});
