import type { BatchFault } from '../../../contract/location-batches.ts';
import { type BatchColumn, batchColumns } from '../../../contract/location-form.ts';
import { isWellFormed } from '../../../contract/well-formed.ts';
import { islandOf } from '../codes/codes.ts';

/** A row as it was sent. */
export interface SentRow {
  number: number;
  cells: Readonly<Record<BatchColumn, string>>;
}

/** The same, read; its partner is still what was typed. */
export interface ReadRow {
  number: number;
  name: string;
  address: string;
  description: string;
  latitude: number | null;
  longitude: number | null;
  partner: string;
}

const longest: Record<'name' | 'address' | 'description' | 'partner', number> = {
  name: 120,
  address: 200,
  description: 2_000,
  partner: 320,
};
const unseen = /(?![\t\n\r])[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/u;
const ofLine = /[\t\n\r\p{Zl}\p{Zp}]/u;
const formula = /^[=+\-@＝＋－＠]/;
const html = /<[a-z!/?]|&(?:[a-z]+|#\d+);/i;

/** What is wrong with words of a column, in words that follow its name. */
function faultOf(column: keyof typeof longest, text: string): string | undefined {
  if (text === '') return column === 'name' ? 'must be given' : undefined;
  if ([...text].length > longest[column]) return `longer than ${longest[column].toLocaleString('en')} letters`;
  if (!isWellFormed(text) || text.includes('\ufffd') || unseen.test(text))
    return 'has letters that cannot be read or seen';
  if (column !== 'description' && ofLine.test(text)) return 'is more than one line';
  if (formula.test(text)) return 'begins like a formula of a spreadsheet';
  if (html.test(text)) return 'has HTML in it: plain words are taken alone';
  return undefined;
}

/** Degrees, with a point or a comma; undefined for what is none. */
function degreesOf(text: string, most: number): number | undefined {
  const plain = text.replace(',', '.').replace('−', '-');
  const value = /^-?\d{1,3}(\.\d{1,15})?$/.test(plain) ? Number(plain) : Number.NaN;
  return Math.abs(value) <= most ? value : undefined;
}

/** Reads the rows of a batch, and finds what is wrong with each column of each by itself, and with rows that are one place. */
export function readRows(sent: readonly SentRow[]): { rows: ReadRow[]; faults: BatchFault[] } {
  const faults: BatchFault[] = [];
  const seen = new Map<string, number>();
  const rows = sent.map(({ number, cells }) => {
    const say = (column: BatchColumn, problem: string) => faults.push({ row: number, column, problem });
    const text = (column: BatchColumn) => (cells[column] ?? '').trim().normalize('NFC');
    const words = (column: keyof typeof longest) => {
      const problem = faultOf(column, text(column));
      if (problem) say(column, problem);
      return text(column).replaceAll('\r\n', '\n');
    };
    const given = { name: words('name'), address: words('address'), description: words('description') };
    const position = positionOf(text('latitude'), text('longitude'), say);
    const partner = words('partner');
    const key = JSON.stringify([given.name, given.address].map((one) => one.toLowerCase()));
    const first = seen.get(key);
    if (first === undefined) seen.set(key, number);
    else if (given.name) say('name', `the same name and address as row ${first.toLocaleString('en')}`);
    return { number, ...given, ...position, partner };
  });
  const order = (one: BatchFault) => one.row * 10 + batchColumns.indexOf(one.column);
  return { rows, faults: faults.sort((one, other) => order(one) - order(other)) };
}

function positionOf(first: string, second: string, say: (column: BatchColumn, problem: string) => void) {
  const none = { latitude: null, longitude: null };
  if (first === '' && second === '') return none;
  if (first === '' || second === '') {
    say(first === '' ? 'latitude' : 'longitude', 'latitude and longitude belong together: give both, or neither');
    return none;
  }
  const [latitude, longitude] = [degreesOf(first, 90), degreesOf(second, 180)];
  if (latitude === undefined) say('latitude', 'must be degrees from -90 to 90, as 21.2767');
  if (longitude === undefined) say('longitude', 'must be degrees from -180 to 180, as -157.8275');
  if (latitude === undefined || longitude === undefined) return none;
  if (!islandOf({ latitude, longitude })) say('latitude', 'is on none of the islands, nor near one');
  return { latitude, longitude };
}
