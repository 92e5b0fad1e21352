import { describe, expect, test } from 'vitest';
import { editDistance, nearestSpellings, splitWords } from './search-words.ts';

test.each([
  ["Kāneʻohe, kane'ohe & Lānaʻi", ['kaneohe', 'kaneohe', 'lanai']],
  ['2½ ⑴ ｆｕｌｌ', ['21', '2', '1', 'full']],
  [' :* & | ! ( ) \\ \' " ', []],
])('the words of %j', (text, words) => {
  expect(splitWords(text)).toEqual({ words, pairs: [] });
});

test.each([
  ['がいど', [], ['がい', 'いど']],
  ['ｶﾞｲﾄﾞ がい', [], ['ガイ', 'イド', 'がい']],
  ['Waikīkīの夜 surf滝', ['waikiki', 'surf'], ['の夜', '滝']],
])('Japanese is looked up by pairs of letters: %j', (text, words, pairs) => {
  expect(splitWords(text)).toEqual({ words, pairs });
});

test.each([
  ['snorkel', 'snorkel', 0],
  ['snork', 'snorkel', 0],
  ['snorkle', 'snorkel', 1],
  ['snokel', 'snorkel', 1],
  ['snorrkel', 'snorkel', 1],
  ['smorkel', 'snorkel', 1],
  ['kanoehe', 'kaneohe', 1],
  ['waikkikki', 'waikiki', 2],
  ['restua', 'restaurants', 1],
  ['luau', 'hula', 3],
])('from %s to %s or its beginning: %i', (typed, word, slips) => {
  expect(editDistance(typed, word)).toBe(slips);
});

describe('the nearest spellings', () => {
  test('are those with the fewest slips alone, the shortest first', () => {
    expect(nearestSpellings('snorkle', ['snorkeling', 'snow', 'snorkel'])).toEqual(['snorkel', 'snorkeling']);
    expect(nearestSpellings('waikikki', ['waikiki', 'waikele'])).toEqual(['waikiki']);
  });
  test('of a short word differ by one letter, of three letters by none', () => {
    expect(nearestSpellings('poek', ['poke', 'pork', 'lake'])).toEqual(['poke', 'pork']);
    expect(nearestSpellings('pke', ['poke'])).toEqual([]);
    expect(nearestSpellings('hulla', ['lulu'])).toEqual([]);
  });
});
