import { describe, expect, test } from 'vitest';
import { findReader } from './language.ts';

const languages = ['en', 'ja', 'pt-BR', 'zh-Hant'];
const read = (chosen: string | undefined, header: string | undefined) => {
  const { language, locale } = findReader(chosen, header, languages);
  return `${language} ${locale}`;
};
/** Milliseconds that a header takes at best: how long another takes on this machine is what it is compared with. */
const fastestOf = (header: string) =>
  Math.min(
    ...Array.from({ length: 10 }, () => {
      asked += 1;
      const begun = performance.now();
      // Another choice each time, or the answer is remembered.
      findReader(`none-${asked}`, header, languages);
      return performance.now() - begun;
    }),
  );
let asked = 0;

describe('the language of a request', () => {
  test.each([
    ['nothing is asked for', undefined, 'en en-US'],
    ['a language without a region', 'ja', 'ja ja-JP'],
    ['a language with a region', 'ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7', 'ja ja-JP'],
    ['another English', 'en-GB,en;q=0.9', 'en en-GB'],
    ['the weights decide, not the order', 'en;q=0.4, ja;q=0.9', 'ja ja-JP'],
    ['a language we do not have comes first', 'de-DE,de;q=0.9,ja;q=0.5', 'ja ja-JP'],
    ['only languages we do not have', 'de-DE,de;q=0.9', 'en en-US'],
    ['a language that is refused', 'ja;q=0,en-AU;q=0.3', 'en en-AU'],
    ['anything', '*', 'en en-US'],
    ['capitals do not matter', 'JA-jp', 'ja ja-JP'],
    ['a language of one region', 'pt-BR', 'pt-BR pt-BR'],
    ['the same language of another region', 'pt-PT, en;q=0.1', 'en en-US'],
    ['a script and a region', 'zh-Hant-HK', 'zh-Hant zh-Hant-HK'],
    ['a region in figures', 'en-001', 'en en-US'],
  ])('%s', (_name, header, expected) => {
    expect(read(undefined, header)).toBe(expected);
  });

  test('what the switch chose comes before what the browser asks for, and keeps the reader’s region', () => {
    expect(read('en', 'ja-JP,ja;q=0.9,en-GB;q=0.8')).toBe('en en-GB');
    expect(read('ja', 'en-US')).toBe('ja ja-JP');
    expect(read('en', 'ja-JP')).toBe('en en-US');
  });

  test.each(['xx', '', 'EN', 'ja-JP', '../ja', '__proto__', 'constructor', 'ja\u0000', 'x'.repeat(9_000)])(
    'a choice that is none is passed over: %j',
    (chosen) => {
      expect(read(chosen, 'ja')).toBe('ja ja-JP');
    },
  );

  test.each([
    ['empty parts', ',,;,;q=,', 'en en-US'],
    ['weights that are none', 'ja;q=NaN,en-GB;q=1', 'en en-GB'],
    ['a negative weight', 'ja;q=-1', 'en en-US'],
    ['a weight above one', 'ja;q=7', 'en en-US'],
    ['a path', '../../etc/passwd', 'en en-US'],
    ['marks of other formats', '<script>,{"a":1},%00', 'en en-US'],
    ['names of objects', '__proto__,constructor,toString', 'en en-US'],
    ['very many', `${'de,'.repeat(5_000)}ja`, 'en en-US'],
    ['very long', `${'a'.repeat(100_000)},ja`, 'en en-US'],
    ['very many parts of one tag', `en${'-abcdefgh'.repeat(10_000)}`, 'en en-US'],
  ])('a hostile header does no harm: %s', (_name, header, expected) => {
    expect(read(undefined, header)).toBe(expected);
    expect(fastestOf(header)).toBeLessThan(100 * fastestOf('ja-JP,ja;q=0.9,en-US;q=0.8,en;q=0.7'));
  });
});
