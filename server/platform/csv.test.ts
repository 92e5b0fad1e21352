import { expect, test } from 'vitest';
import { csvHeader, csvLine } from './csv.ts';

test.each(['=1+1', '+1', '-1+1', '@SUM(A1)', '\t=1', '\r=1', '\n=1', '＝1+1', '＋1', '－1', '＠SUM(A1)'])(
  'a cell that begins as %j does is no formula',
  (text) => {
    expect(csvLine([text]).replaceAll('"', '')).toBe(`'${text}\r\n`);
  },
);

test('numbers keep their sign, texts with a sign inside are as they were, and nothing is an empty cell', () => {
  expect(csvLine([-1.5, 'Ka-ʻu', null, true, 'a "b", c'])).toBe('-1.5,Ka-ʻu,,true,"a ""b"", c"\r\n');
});

test.each(['\n', '\r', '\r\n'])('a text of two lines (%j) stays in its cell', (end) => {
  expect(csvLine([`one${end}two`, 3])).toBe(`"one${end}two",3\r\n`);
});

test('a file begins with the mark by which a spreadsheet knows that it is UTF-8', () => {
  expect([...Buffer.from(csvHeader(['place', 'scans']))].slice(0, 4)).toEqual([0xef, 0xbb, 0xbf, 'p'.charCodeAt(0)]);
});
