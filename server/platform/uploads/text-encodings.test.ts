import fc from 'fast-check';
import { expect, test } from 'vitest';
import { TextEncodings } from './text-encodings.ts';

/** What bytes are, given in pieces that end at these places. */
function encodingOf(bytes: Buffer, ends: readonly number[] = []) {
  const encodings = new TextEncodings();
  const places = [0, ...[...ends].sort((one, two) => one - two), bytes.length];
  for (const [at, from] of places.slice(0, -1).entries())
    if (!encodings.take(bytes.subarray(from, places[at + 1]))) return undefined;
  return encodings.end();
}

const letters = fc.string({ unit: 'grapheme', minLength: 1 }).filter((text) => !/\p{Cc}/u.test(text));
const inPieces = (text: string, encode: (text: string) => Buffer) => {
  const bytes = encode(text);
  return fc.array(fc.nat(bytes.length), { maxLength: 4 }).map((ends) => encodingOf(bytes, ends));
};

test.each<[encoding: string, encode: (text: string) => Buffer]>([
  ['utf-8', (text) => Buffer.from(text)],
  ['utf-16le', (text) => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['utf-16be', (text) => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()],
])('any text in %s is found to be that, wherever it is cut', (encoding, encode) => {
  const found = letters.chain((text) => inPieces(text.toWellFormed(), encode));
  fc.assert(fc.property(found, (one) => one === encoding));
});

test('bytes with a NUL are text in none of them but UTF-16', () => {
  const bytes = fc.tuple(fc.uint8Array({ maxLength: 20 }), fc.uint8Array({ maxLength: 20 }));
  fc.assert(
    fc.property(bytes, ([before, after]) => {
      const found = encodingOf(Buffer.from([...before, 0, ...after]));
      expect(found === undefined || found.startsWith('utf-16')).toBe(true);
    }),
  );
});

test('a letter of Windows-1252 is no UTF-8, and a byte that neither has is nothing', () => {
  expect(encodingOf(Buffer.from('Caf\xe9', 'latin1'))).toBe('windows-1252');
  for (const unused of [0x81, 0x8d, 0x8f, 0x90, 0x9d])
    expect(encodingOf(Buffer.from([0x41, unused, 0x41]))).toBeUndefined();
  for (const control of [0x00, 0x01, 0x0b, 0x1b, 0x1f, 0x7f])
    expect(encodingOf(Buffer.from([0x41, control]))).toBeUndefined();
  for (const kept of [0x09, 0x0a, 0x0c, 0x0d]) expect(encodingOf(Buffer.from([0x41, kept]))).toBe('utf-8');
});

test('Japanese in Shift_JIS is found to be that, and a quotation mark of Windows-1252 before a letter is none', () => {
  const japan = Buffer.from([0x41, 0x2c, 0x93, 0xfa, 0x96, 0x7b, 0x0a]);
  expect(encodingOf(japan)).toBe('shift_jis');
  expect(encodingOf(Buffer.from([0x44, 0x75, 0x6b, 0x65, 0x92, 0x73, 0x20, 0x43, 0x61, 0x66, 0xe9]))).toBe(
    'windows-1252',
  );
});
