import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseUrl } from './parse-url.ts';
import { isWellFormed, toWellFormed } from './well-formed.ts';

const anyText = fc.string({ unit: fc.integer({ min: 0, max: 0xffff }).map((unit) => String.fromCharCode(unit)) });
/** Mostly halves of pairs, in every order. */
const halves = fc.string({ unit: fc.constantFrom('\ud83c', '\udf3a', 'a', '\ud800', '\udfff') });

test('they say what the language itself says, where it can', () => {
  fc.assert(
    fc.property(fc.oneof(anyText, halves), (text) => {
      expect(isWellFormed(text)).toBe(text.isWellFormed());
      expect(toWellFormed(text)).toBe(text.toWellFormed());
    }),
    { numRuns: 2_000 },
  );
});

test('an address is read as URL.parse reads it', () => {
  const texts = fc.oneof(
    fc.webUrl(),
    fc.string(),
    fc.constantFrom('/a?b#c', '//other.example/', '\\\\other', 'https://', ''),
  );
  fc.assert(
    fc.property(texts, fc.constantFrom(undefined, 'https://own.invalid'), (text, base) => {
      expect(parseUrl(text, base)?.href).toBe(URL.parse(text, base)?.href);
    }),
    { numRuns: 1_000 },
  );
});
