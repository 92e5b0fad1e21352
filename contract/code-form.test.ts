import { describe, expect, test } from 'vitest';
import { codeAlphabet, isDemoCode, normalizeCode } from './code-form.ts';

const code = '7K2M-9QXR-4T0B-1ZWE';

describe('the form of a code', () => {
  test.each([
    [code, code],
    ['7k2m9qxr4t0b1zwe', code],
    [' 7K2M 9QXR 4TOB IZWE ', code],
    ['7K2M–9QXR—4t0b‑lzwe', code],
    ['7-K-2-M-9-Q-X-R-4-T-0-B-1-Z-W-E', code],
    ['7K2M\t9QXR\n4T0B  1ZWE', code],
    ['lLiI-LILI-oOoO-0O0o', '1111-1111-0000-0000'],
    // One more or less, whether at its end or its beginning.
    ['7K2M-9QXR-4T0B-1ZW', null],
    ['7K2M-9QXR-4T0B-1ZWEE', null],
    ['07K2M-9QXR-4T0B-1ZWE', null],
    // What is no letter of a code, at every place.
    ['7K2M-9QXR-4T0B-1ZWU', null],
    ['UK2M-9QXR-4T0B-1ZWE', null],
    ['7K2M-9QUR-4T0B-1ZWE', null],
    ['7K2M_9QXR_4T0B_1ZWE', null],
    ['7K2M.9QXR.4T0B.1ZWE', null],
    ['7K2M-9QXR-4T0B-1ZW!', null],
    ['!K2M-9QXR-4T0B-1ZWE', null],
    // Letters of other scripts that upper-casing or matching without case turns into Latin ones.
    ['7K2M-9QXR-4T0B-ıZWE', null],
    ['7K2M-9QXR-4T0B-1ſWE', null],
    ['\u212a'.repeat(16), null],
    ['７Ｋ２Ｍ９ＱＸＲ４Ｔ０Ｂ１ＺＷＥ', null],
    ['DEMO-1234-5678-9ABC', null],
    ['demo-1', null],
    ['', null],
  ])('%j is %j', (text, expected) => expect(normalizeCode(text)).toBe(expected));

  test('is looked for in 64 characters at most', () => {
    expect(normalizeCode(code.padEnd(64, ' '))).toBe(code);
    expect(normalizeCode(code.padEnd(65, ' '))).toBeNull();
  });

  test('has 32 characters to choose from, none of which is read as another', () => {
    expect(codeAlphabet).toHaveLength(32);
    for (const letter of codeAlphabet)
      expect(normalizeCode(letter.repeat(16)), letter).toBe(Array(4).fill(letter.repeat(4)).join('-'));
  });
});

describe('a code of the demo scan', () => {
  test.each(['DEMO-1234', 'demo-', '  \tDemo-1'])('%j is one', (text) => expect(isDemoCode(text)).toBe(true));
  test.each([code, 'DEMO', 'XDEMO-1', 'D EMO-1', ' x DEMO-1', ''])('%j is none', (text) =>
    expect(isDemoCode(text)).toBe(false),
  );
});
