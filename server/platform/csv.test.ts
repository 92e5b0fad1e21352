import { expect, test } from 'vitest';
import { csvHeader, csvLine, unguarded } from './csv.ts';

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a cell that begins as %j does is no formula',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text.replace(/^\s/, "$&'")}\r\n`);
  },
);

test.each(['007', '0312345678', '00.5', '1234567890123456', '12E4', '1.5e-7'])(
  'a text of figures that would be read as another number, as %s, is none',
  (text) => {
    expect(csvLine([text])).toBe(`'${text}\r\n`);
  },
);

test.each(['0', '0.5', '12.50', '123456789012345', '808-555-0100', '2026-11-21', 'e5', "'quoted'", '0x1F'])(
  '%s stands as it is',
  (text) => {
    expect(csvLine([text])).toBe(`${text}\r\n`);
    expect(unguarded(text)).toBe(text);
  },
);

test.each(["'=1+1", "''007"])('%s, which begins as what is marked, is marked as well, and read as it was', (text) => {
  expect(csvLine([text])).toBe(`'${text}\r\n`);
  expect(unguarded(`'${text}`)).toBe(text);
});

test.each([
  ['Reef;walk', '"Reef;walk"'],
  ['Reef\twalk', '"Reef\twalk"'],
  ['Reef;=1+41', `"Reef;'=1+41"`],
  ['Reef\t=1+41', `"Reef\t'=1+41"`],
  ['Reef; ＝1', `"Reef; '＝1"`],
  ['Reef;"=1+41;"', `"Reef;""'=1+41;"""`],
  ['one\n@SUM(A1)', `"one\n'@SUM(A1)"`],
  ["Reef;'=1", `"Reef;''=1"`],
  ['a;-1;\t+2', `"a;'-1;\t'+2"`],
])('%j is one cell, and within it no formula begins, where cells end at semicolons or tabs too', (text, cell) => {
  expect(csvLine([text, 3])).toBe(`${cell},3\r\n`);
  expect(unguarded(cell.slice(1, -1).replaceAll('""', '"'))).toBe(text);
});

test('numbers keep their sign, texts with a sign inside are as they were, and nothing is an empty cell', () => {
  expect(csvLine([-1.5, 'Ka-ʻu', null, true, 'a "b", c'])).toBe('-1.5,Ka-ʻu,,true,"a ""b"", c"\r\n');
});

test.each(['\n', '\r', '\r\n'])('a text of two lines (%j) stays in its cell', (end) => {
  expect(csvLine([`one${end}two`, 3])).toBe(`"one${end}two",3\r\n`);
});

test('a file begins with the mark by which a spreadsheet knows that it is UTF-8', () => {
  expect([...Buffer.from(csvHeader(['place', 'scans']))].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 'p'.charCodeAt(0)]);
});
