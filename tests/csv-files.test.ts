import { mkdir, writeFile } from 'node:fs/promises';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Endpoint } from '../contract/endpoint.ts';
import { contract } from '../contract/index.ts';
import { longWorkKinds } from '../contract/long-work-kinds.ts';
import { csvLine, unguarded } from '../server/platform/csv.ts';
import { RecordParser } from '../server/platform/tables/record-parser.ts';
import { type CsvSample, csvSamples } from './csv-samples.ts';
import { formulasInLibreOffice, hasLibreOffice, openedInLibreOffice } from './libre-office.ts';
import { builtWeb } from './page-apps.ts';
import { createWorld, type World } from './world.ts';

/** Files of other kinds. Whatever else answers with a file, or makes one, has a sample. */
const otherFiles: Record<string, string> = {
  'GET /api/admin/place-proposals/{id}/picture': 'a picture',
  'GET /api/bookings/{id}/calendar.ics': 'a calendar',
  'GET /api/long-work/{id}/result': 'what each kind of long work makes, which follow',
  'GET /api/map/tiles/{layer}/{z}/{x}/{y}': 'a picture',
  'GET /api/partner-portal/place-proposals/{id}/picture': 'a picture',
  'GET /api/partner-portal/qr-code/{qr_code_id}/print-kit/file': 'a PDF',
  'GET /api/qr/codes/{qr_code_id}/image': 'a picture',
  'GET /api/users/me/data': 'JSON',
  'GET /listing-pictures/{id}/{file}': 'a picture',
  'GET /place-pictures/{id}': 'a picture',
  'long work: audit-check': 'JSON',
  'long work: location-batch': 'a PDF',
};

let world: World;
let samples: CsvSample[];
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'off' }, webFolder: builtWeb });
  samples = await csvSamples(world);
}, 240_000);
afterAll(() => world.close());

/** RFC 4180 to the letter: lines end in CRLF, marks stand around a whole cell or double within one, and all lines have as many cells. */
function strictly(text: string): string[][] {
  const records: string[][] = [];
  const cell = /(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r\n)/y;
  let record: string[] = [];
  while (cell.lastIndex < text.length) {
    const from = cell.lastIndex;
    const found = cell.exec(text);
    if (!found) throw new Error(`no cell at ${from}: ${JSON.stringify(text.slice(from, from + 60))}`);
    record.push(found[1]?.replaceAll('""', '"') ?? found[2]!);
    if (found[3] === '\r\n') {
      records.push(record);
      record = [];
    }
  }
  expect(record).toEqual([]);
  expect(new Set(records.map((one) => one.length)).size).toBe(1);
  return records;
}

function readAgain(text: string): string[][] {
  const parser = new RecordParser(',', 10_000);
  return [...parser.push(text), ...parser.end()];
}

/** A text that a spreadsheet would take for something else, or that is marked as one. */
const taken = /^'*(?:[=+\-@＝＋－＠\t\r\n]|(?:0\d+(?:\.\d*)?|\d{16,}(?:\.\d*)?|\d+(?:\.\d*)?e[+-]?\d+)$)/i;
/** Where one begins for whoever ends a cell at semicolons, tabs or ends of lines as well. */
const takenWithin = /([;\t\r\n]["\s]*)(?='*[=+\-@＝＋－＠])/g;
const marked = (text: string) => `${taken.test(text) ? "'" : ''}${text.replace(takenWithin, "$1'")}`;

test('whatever stands in a cell is read again as it was', () => {
  fc.assert(
    fc.property(
      fc.array(fc.array(fc.string({ unit: 'binary' }), { minLength: 2, maxLength: 4 }), { minLength: 1 }),
      (rows) => {
        const width = rows[0]!.length;
        const even = rows.map((row) => Array.from({ length: width }, (_, at) => row[at] ?? ''));
        const text = even.map(csvLine).join('');
        const expected = even.map((row) => row.map(marked));
        expect(strictly(text)).toEqual(expected);
        expect(readAgain(text)).toEqual(expected);
        expect(readAgain(text).map((row) => row.map(unguarded))).toEqual(even);
      },
    ),
  );
});

test('every endpoint that answers with a file, and every kind of long work, has a sample of its CSV, or makes none', () => {
  const files = (contract as readonly Endpoint[])
    .filter(({ replyKind }) => replyKind?.startsWith('binary'))
    .map(({ method, path }) => `${method} ${path}`);
  const works = Object.keys(longWorkKinds).map((kind) => `long work: ${kind}`);
  const shown = [...new Set(samples.map(({ source }) => source as string))];
  expect([...shown, ...Object.keys(otherFiles)].sort()).toEqual([...files, ...works].sort());
});

/** How a cell is written that is not empty, by the name of its column. */
const forms: readonly (readonly [RegExp, RegExp])[] = [
  [/(^|_)(day|date|on)$|^check_(in|out)$/, /^\d{4}-\d\d-\d\d$/],
  [/^month$/, /^\d{4}-\d\d$/],
  [/_at_hawaii$/, /^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/],
  [/_at$/, /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/],
  [
    /(_usd|^amount|_amount|^earned|^owed|^paid|^clawed_back|^commission|^statement|^ledger|^difference)$/,
    /^-?\d+(\.\d\d?)?$/,
  ],
  [/(^scans|^clicks|^bookings|_bookings|^openings|^impressions|^engagements)$/, /^(\d+|fewer than 5|not told)$/],
  [/(_count|_cents|^guests|^sessions|^passkeys|^codes|^listings)$/, /^\d+$/],
];

describe('each file', () => {
  const inWords = ({ source, what }: CsvSample) => `${what} (${source})`;
  const textOf = ({ reply }: CsvSample) => reply.bytes.subarray(3).toString();

  test('is told to be CSV, in UTF-8 by its first bytes, of a name, and kept by nobody on the way', () => {
    for (const sample of samples) {
      const { status, headers, bytes } = sample.reply;
      expect([inWords(sample), status, headers['content-type']]).toEqual([
        inWords(sample),
        200,
        'text/csv; charset=utf-8',
      ]);
      expect(headers['content-disposition'], inWords(sample)).toMatch(/^attachment; filename="[\w.-]+\.csv"$/);
      expect(headers['cache-control'], inWords(sample)).toContain('no-store');
      expect([...bytes.subarray(0, 3)], inWords(sample)).toEqual([0xef, 0xbb, 0xbf]);
    }
  });

  test('is of RFC 4180, with a row of names, and is read again cell by cell; no cell is a formula', () => {
    for (const sample of samples) {
      const records = strictly(textOf(sample));
      expect(readAgain(textOf(sample))).toEqual(records);
      const [header, ...rows] = records;
      expect(rows.length, inWords(sample)).toBeGreaterThan(0);
      expect(
        header!.filter((name) => !/^[a-z][a-z_]*$/.test(name)),
        inWords(sample),
      ).toEqual([]);
      expect(new Set(header).size, inWords(sample)).toBe(header!.length);
      const isNumber = /^-?\d+(\.\d+)?(e-\d+)?$/;
      const formulas = rows.flat().filter((cell) => /^[=+\-@＝＋－＠\t\r\n]/.test(cell) && !isNumber.test(cell));
      expect(formulas, inWords(sample)).toEqual([]);
    }
  });

  test('writes days, instants, amounts and counts as all others do', () => {
    for (const sample of samples) {
      const [header, ...rows] = strictly(textOf(sample));
      for (const [at, name] of header!.entries()) {
        const form = forms.find(([column]) => column.test(name))?.[1];
        const cells = new Set(rows.map((row) => row[at]!));
        const others = [...cells].filter((cell) => cell !== '' && form?.test(cell) === false);
        expect([inWords(sample), name, others]).toEqual([inWords(sample), name, []]);
      }
    }
  });

  test('has the rows that there are, and adds up to what its screen says', async () => {
    for (const sample of samples) {
      const [header, ...rows] = strictly(textOf(sample));
      const columnOf = (name: string) => {
        expect(header, inWords(sample)).toContain(name);
        return header!.indexOf(name);
      };
      const at = columnOf(sample.column);
      const told = new Set(rows.map((cells) => cells[at]));
      expect(
        sample.has.map(marked).filter((one) => !told.has(one)),
        inWords(sample),
      ).toEqual([]);
      for (const { column, of, is } of sample.sums) {
        const those = rows.filter(([first]) => of === undefined || first === of);
        const sum = column ? those.reduce((all, cells) => all + Number(cells[columnOf(column)]), 0) : those.length;
        expect([inWords(sample), column, of, Math.round(sum * 100) / 100]).toEqual([inWords(sample), column, of, is]);
      }
      // For whoever wants to open them by hand.
      const folder = process.env.CSV_FOLDER;
      if (!folder) continue;
      await mkdir(folder, { recursive: true });
      await writeFile(`${folder}/${sample.what.replace(/\W+/g, '-')}.csv`, sample.reply.bytes);
    }
  });

  // As its dialog has them with English numbers, and unless told otherwise.
  test.skipIf(!hasLibreOffice()).each([',', ',;\t'])(
    'opens in LibreOffice with the same cells, ended at each of %j (where soffice is installed)',
    async (separators) => {
      const opened = await openedInLibreOffice(
        samples.map(({ reply }) => reply.bytes),
        separators,
      );
      for (const [at, sample] of samples.entries()) {
        // It has no lines that end in two letters within a cell.
        const cells = strictly(textOf(sample)).map((row) => row.map((cell) => cell.replaceAll('\r\n', '\n')));
        expect([inWords(sample), readAgain(opened[at]!)]).toEqual([inWords(sample), cells]);
      }
    },
    180_000,
  );

  // The same, and what there may be where decimals have a comma.
  test.skipIf(!hasLibreOffice()).each([',;\t', ';', '\t'])(
    'opened in LibreOffice as cells that end at each of %j computes nothing (where soffice is installed)',
    async (separators) => {
      const ours = samples.map(({ reply }) => reply.bytes);
      const plain = Buffer.from(`1${separators.at(-1)}=1+41`);
      const [found, ...formulas] = await formulasInLibreOffice([plain, ...ours], separators);
      expect(found).toEqual(['of:=1+41']);
      for (const [at, sample] of samples.entries())
        expect([inWords(sample), formulas[at]]).toEqual([inWords(sample), []]);
    },
    180_000,
  );
});
