import { describe, expect, test } from 'vitest';
import { mostStatementRows } from '../../../contract/statement-forms.ts';
import { Refusal } from '../http/refusal.ts';
import { readTable, type TableRow } from './read-table.ts';

const limits = { mostRows: mostStatementRows, longestCell: 1_000 };

async function* piecesOf(pieces: Iterable<string>) {
  yield* pieces;
}

/** All that is read of a table in these pieces, each row as its number and cells; or why it is refused. */
async function read(pieces: Iterable<string>): Promise<unknown> {
  const rows: TableRow[] = [];
  let header: string[] | undefined;
  try {
    for await (const part of readTable(piecesOf(pieces), limits)) {
      header = part.header;
      rows.push(...part.rows);
    }
  } catch (error) {
    if (error instanceof Refusal && error.code === 'file_refused') return error.message;
    throw error;
  }
  return [header?.join(' / '), ...rows.map(({ number, cells }) => `${number}: ${cells.join(' / ')}`)];
}

/** The same in one piece, letter by letter, and in two with a cut at each place. */
async function readAnyhow(text: string): Promise<unknown> {
  const whole = await read([text]);
  expect(await read(text), 'letter by letter').toEqual(whole);
  expect(await read([...text].flatMap((letter) => [letter, ''])), 'with nothing between').toEqual(whole);
  for (let at = 0; at <= text.length; at++)
    expect(await read([text.slice(0, at), text.slice(at)]), `cut at ${at}`).toEqual(whole);
  return whole;
}

const refused = (detail: string) => `This file cannot be used: ${detail}.`;
const long = 'x'.repeat(1_000);
describe('a table is the same in whatever pieces it comes', () => {
  test.each<[string, unknown]>([
    ['a,b\n1,2\n', ['a / b', '2: 1 / 2']],
    ['a,b\r\n1,2\r\n3,4', ['a / b', '2: 1 / 2', '3: 3 / 4']],
    ['a,b\r1,2\r\r3,4\r', ['a / b', '2: 1 / 2', '4: 3 / 4']],
    ['a,b\n\r1,2', ['a / b', '3: 1 / 2']],
    ['a,b\r\n\r\n \r\n,\r\n1,2', ['a / b', '5: 1 / 2']],
    [' a ;"b,c";d\n1;2;\n;;3', ['a / b,c / d', '2: 1 / 2 / ', '3:  /  / 3']],
    ['a\tb,c\td\n1\t2\t3', ['a / b,c / d', '2: 1 / 2 / 3']],
    ['a|b\n" 1 "|"2\r\n|""3"""\n""|x', ['a / b', '2:  1  / 2\r\n|"3"', '3:  / x']],
    // What is marked in the header divides nothing, also over a line's end; a mark within a cell is a letter.
    ['"a;;;\n;;;",b\n1,2', ['a;;;\n;;; / b', '2: 1 / 2']],
    ['a,"b"";;\n"\n1,2', ['a / b";;', '2: 1 / 2']],
    ['x"y,b;"\n1,2;"', ['x"y / b;"', '2: 1 / 2;"']],
    ['a,b\nx"y,2\n', ['a / b', '2: x"y / 2']],
    ['a,b\n1,""', ['a / b', '2: 1 / ']],
    ['a,b\n1,', ['a / b', '2: 1 / ']],
    ['a,b\n,""\n1,2', ['a / b', '3: 1 / 2']],
    // Of as many, the first in their order divides. Only the first line is counted.
    ['a,b;c\n1,2', ['a / b;c', '2: 1 / 2']],
    ['a;b|c\n1;2', ['a / b|c', '2: 1 / 2']],
    ['a,b\n1,;;;;', ['a / b', '2: 1 / ;;;;']],
    // What a first line tells spreadsheets, which do not show it, is no header and no row.
    ['sep=;\na;b\n1;2', ['a / b', '2: 1 / 2']],
    ['"sep=;"\r\na,x;b\r\n1;2,2\r\n', ['a,x / b', '2: 1 / 2,2']],
    ['SEP=\t\ra\tb;;;\r1\t2\r', ['a / b;;;', '2: 1 / 2']],
    ['sep=|\na\n1', ['a', '2: 1']],
    ['sep=;\r\n', refused('row 1: it has no rows')],
    ['sep=^\na^b\n1^2', refused('row 1: it has one column alone: commas, semicolons, tabs or bars divide columns')],
    ['a,b', refused('row 2: it has no rows')],
    ['a,b\n\n', refused('row 3: it has no rows')],
    ['', refused('row 1: it has one column alone: commas, semicolons, tabs or bars divide columns')],
    ['a\n1,2', refused('row 1: it has one column alone: commas, semicolons, tabs or bars divide columns')],
    ['a,b\n1,2\n1,2,3', refused('row 3: 3 cells, where the header has 2')],
    ['a,b\n1,2\n\n1', refused('row 4: 1 cells, where the header has 2')],
    ['"a,b\n1,2\n', refused('row 1: a quotation mark is not closed')],
    ['a,b\n1,2\n"3,4', refused('row 3: a quotation mark is not closed')],
    ['a,b\n1,2\n"3"4,5', refused('row 3: something stands behind a quotation mark that closes')],
    ['a,b\n"3" ,5', refused('row 2: something stands behind a quotation mark that closes')],
    ['a, ,c\n1,2,3', refused('row 1, column "2": has no name')],
    ['a,b, A \n1,2,3', refused('row 1, column "A": two columns have this name')],
  ])('%j', async (text, found) => {
    expect(await readAnyhow(text)).toEqual(found);
  });

  test('and what is whole of it is told as soon as it is read', async () => {
    const told: number[][] = [];
    for await (const { rows } of readTable(piecesOf(['a,', 'b\n1', ',2\n3,4\n', '5,6\n', '7,8']), limits))
      told.push(rows.map(({ number }) => number));
    expect(told.filter((numbers) => numbers.length > 0)).toEqual([[2, 3], [4], [5]]);
  });
});

describe('what is large is read up to a bound and refused beyond it', () => {
  const names = (count: number) => Array.from({ length: count }, (_, at) => `c${at}`);
  const endless = refused('row 2: it does not end; a quotation mark may not be closed');
  test.each<[string, string[], unknown]>([
    ['a hundred columns', [`${names(100)}\n`, '1,'.repeat(99)], [names(100).join(' / '), `2: ${'1 / '.repeat(99)}`]],
    ['a hundred and one', [`${names(101)}\n1`], refused('row 1: more columns than 100')],
    ['a line of commas', ['a,b\n', ','.repeat(1_000), '"'], refused('row 2: more columns than 100')],
    ['a cell of a thousand letters', [`a,b\n${long},`], ['a / b', `2: ${long} / `]],
    ['a cell of one more', [`a,b\n,${long}x`], refused('row 2, column "b": longer than 1,000 letters')],
    ['a first cell of one more', [`a,b\n${long}x,`], refused('row 2, column "a": longer than 1,000 letters')],
    ['a name of a thousand letters', [`a,${long}\n1,2`], [`a / ${long}`, '2: 1 / 2']],
    ['a name of one more', [`a,${long}x\n1,2`], refused('row 1, column "2": its name is too long')],
    [
      'a record of 200,000 letters',
      [`a,b\n1,${'x'.repeat(199_999)}\n`],
      refused('row 2, column "b": longer than 1,000 letters'),
    ],
    ['a record of one more', [`a,b\n1,${'x'.repeat(199_999)}`, 'y\n'], endless],
    ['a mark that swallows the rest', ['a,b\n"', ...Array(201).fill(long)], endless],
    // So far the header is looked for before anything is read.
    [
      'a header without an end',
      ['a,b', 'x'.repeat(65_533), ';;;\n1,2'],
      refused('row 1, column "2": its name is too long'),
    ],
  ])('%s', async (_, pieces, found) => {
    expect(await read(pieces)).toEqual(found);
  });

  test('each record has its own 200,000 letters', async () => {
    const rows = Array.from({ length: 3 }, () => `${Array(90).fill(long).join()}\n`);
    const table = await read([`${names(90)}\n`, ...rows]);
    expect(table).toHaveLength(4);
  });
});

test('what else goes wrong is no fault of the table', async () => {
  async function* broken() {
    yield 'a,b\n';
    throw new TypeError('the disk is gone');
  }
  const all = async () => {
    for await (const _part of readTable(broken(), limits)) void _part;
  };
  await expect(all()).rejects.toThrow(TypeError);
});

test('as many rows as a statement may have, and none more', async () => {
  const rows = `${'1,2\n'.repeat(mostStatementRows)}`;
  expect(await read(['a,b\n', rows, '\n\n'])).toHaveLength(mostStatementRows + 1);
  expect(await read(['a,b\n', rows, '\n1,2'])).toBe(refused('row 100,003: more rows than 100,000'));
});
