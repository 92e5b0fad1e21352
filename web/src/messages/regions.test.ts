import { expect, test } from 'vitest';
import { alikeTo, wayOf } from './regions.ts';

const letters = [...'ABCDEFGHIJKLMNOPQRSTUVWXYZ'];
const everyRegion = letters.flatMap((first) => letters.map((second) => first + second));

/** Whether anything says of a region by itself how it writes a language. */
const isKnown = (tag: string) =>
  [new Intl.NumberFormat(tag), new Intl.DateTimeFormat(tag), new Intl.ListFormat(tag)].some(
    (format) => format.resolvedOptions().locale === tag,
  );

test.each(['en', 'ja'])(
  '%s: whatever the region, it is written as the one that stands for it writes',
  (language) => {
    // Of the regions that nothing is known of, some are enough.
    const all = everyRegion.map((region) => new Intl.Locale(language, { region }).toString());
    const tags = [...new Set(all)].filter((tag, at) => at % 13 === 0 || isKnown(tag));
    const ways = new Map<string, string>();
    const wayOfKnown = (tag: string) => {
      const way = ways.get(tag) ?? wayOf(tag);
      ways.set(tag, way);
      return way;
    };
    const strays = tags.filter((tag) => wayOfKnown(alikeTo(tag)) !== wayOfKnown(tag));
    expect(strays).toEqual([]);
    // One stands for each way there is, and no second one for any.
    expect(new Set(tags.map(alikeTo)).size).toBe(new Set(ways.values()).size);
  },
  60_000,
);

test('regions that differ in anything that is written stay apart', () => {
  expect(['en-US', 'en-GB', 'en-AU', 'en-CA', 'ja-JP'].map(alikeTo)).toEqual([
    'en-US',
    'en-GB',
    'en-AU',
    'en-CA',
    'ja-JP',
  ]);
  expect(['en-QQ', 'en-PR', 'ja-US'].map(alikeTo)).toEqual(['en-US', 'en-US', 'ja-JP']);
});

test('a language that is written in several scripts keeps its own', () => {
  expect(alikeTo('zh-Hant-TW')).toBe('zh-Hant-TW');
});
