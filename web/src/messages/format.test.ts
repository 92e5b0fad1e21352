import { afterEach, describe, expect, test } from 'vitest';
import { counted } from './en/counted.ts';
import { first as english } from './en/first.ts';
import {
  calendarDay,
  day,
  decimal,
  distance,
  dollars,
  hawaiiMoment,
  list,
  moment,
  month,
  number,
  percent,
  setLocale,
  shortDay,
} from './format.ts';
import { first as japanese } from './ja.ts';

afterEach(() => setLocale('en-US'));

/** In Hawaiʻi it is still the evening of the 20th. */
const instant = '2026-11-21T08:30:00.000Z';
/** Browsers and Node differ in which space stands before AM. */
const plain = (text: string) => text.replace(/[\u202f\u00a0]/g, ' ');

describe('figures as the reader writes them', () => {
  test.each([
    ['en-US', '1,234', '4.5', '12.5%', '$1,234.50', 'A, B, C'],
    ['en-GB', '1,234', '4.5', '12.5%', 'US$1,234.50', 'A, B, C'],
    ['ja-JP', '1,234', '4.5', '12.5%', '$1,234.50', 'A、B、C'],
    ['de-DE', '1.234', '4,5', '12,5 %', '1.234,50 $', 'A, B und C'],
  ])('%s', (locale, ...expected) => {
    setLocale(locale);
    const made = [number(1234), decimal(4.5), percent(0.125), dollars(1234.5), list(['A', 'B', 'C'])];
    expect(made.map(plain)).toEqual(expected);
  });

  test.each([
    ['en-US', 'Nov 20, 2026', 'Nov 20, 2026, 10:30 PM'],
    ['en-GB', '20 Nov 2026', '20 Nov 2026, 22:30'],
    ['ja-JP', '2026/11/20', '2026/11/20 22:30'],
  ])('days and times are Hawaiʻi’s: %s', (locale, ...expected) => {
    setLocale(locale);
    expect([day(instant), moment(instant)].map(plain)).toEqual(expected);
  });

  test.each([
    ['en-US', 'Dec 24, 2026', 'Dec 24', 'Dec 2026', 'Dec 24, 2026, 7:30 AM'],
    ['en-GB', '24 Dec 2026', '24 Dec', 'Dec 2026', '24 Dec 2026, 07:30'],
    ['ja-JP', '2026/12/24', '12月24日', '2026年12月', '2026/12/24 7:30'],
  ])('days of the calendar stay what they are: %s', (locale, ...expected) => {
    setLocale(locale);
    const date = '2026-12-24';
    const made = [calendarDay(date), shortDay(date), month(date), hawaiiMoment(date, '07:30')];
    expect(made.map(plain)).toEqual(expected);
  });

  test.each([
    [0, '0 m'],
    [0.0004, '0 m'],
    [0.45, '450 m'],
    [0.9994, '999 m'],
    [0.9995, '1 km'],
    [1, '1 km'],
    [1.26, '1.3 km'],
    [1234.56, '1,234.6 km'],
  ])('a distance of %s km is %s: under 1 km in metres', (kilometers, expected) => {
    expect(distance(kilometers)).toBe(expected);
    setLocale('ja-JP');
    expect(distance(kilometers)).toBe(expected);
  });

  test('readers of many regions in turn are each answered in their own way', () => {
    for (let round = 0; round < 3; round += 1) {
      for (let letter = 65; letter <= 90; letter += 1) {
        setLocale(`en-${String.fromCharCode(letter)}Z`);
        expect(number(1234).length).toBeGreaterThanOrEqual(4);
      }
      setLocale('de-DE');
      expect(number(1234)).toBe('1.234');
    }
  });
});

describe('counts', () => {
  test('in English one is one and all others are many', () => {
    expect([0, 1, 2, 21, 1000].map((count) => counted(count, 'review', 'reviews'))).toEqual([
      '0 reviews',
      '1 review',
      '2 reviews',
      '21 reviews',
      '1,000 reviews',
    ]);
    expect(english.experience.reviews(1)).toBe('(1 review)');
  });

  test('in Japanese a counter follows the figure', () => {
    expect([1, 1000].map(japanese.experience.reviews)).toEqual(['（口コミ1件）', '（口コミ1,000件）']);
  });
});
