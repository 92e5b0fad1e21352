import { type ImportField, importFields } from '../../../contract/listing-import-forms.ts';
import { categories } from '../../../contract/values.ts';
import { unguarded } from '../../platform/csv.ts';
import type { Content } from './content.store.ts';
import type { CellFault } from './import-rows.store.ts';
import { asRead } from './listing-cells.ts';

/** What a row gives of a listing, in the form that the editor sends; what it says nothing of is not there. */
export interface ReadRow {
  /** Of the listing that it is about. */
  id?: number;
  /** Whose it is to be, by e-mail address or name. */
  advertiser?: string;
  given: Partial<Record<keyof Content, unknown>>;
  faults: CellFault[];
}

/** What a field may be given up to, where its cell is empty: any other is then as if its column were not there. */
const emptied: readonly ImportField[] = [
  ...(['name_ja', 'description_ja', 'subcategory', 'address', 'phone'] as const),
  ...(['website_url', 'latitude', 'longitude'] as const),
];

class Unreadable extends Error {}

const number = (cell: string): number => {
  // A very small one spreadsheets write with an exponent.
  if (!/^-?\d{1,3}(\.\d+)?(e-\d{1,3})?$/i.test(cell)) throw new Unreadable('must be a number, as 21.3');
  return Number(cell);
};

const yesNo: Readonly<Record<string, boolean>> = {
  ...{ yes: true, true: true, 1: true, active: true },
  ...{ no: false, false: false, 0: false, inactive: false },
};

/** What a spreadsheet would reckon with. */
const isFormula = (cell: string): boolean => /^[=@＝＠]|^[+\-＋－](?![\d\s(])/.test(cell);
const isMarkup = (cell: string): boolean => /<\s*[a-z!/?]|&(?:[a-z]+|#\d+);/i.test(cell);

function plain(cell: string): string {
  if (isMarkup(cell)) throw new Unreadable('must be plain text, without HTML');
  return cell;
}

/** How a cell is read, by its field; all others are plain text. What the editor would refuse of it is found out there. */
const readers: Partial<Record<ImportField, (cell: string) => unknown>> = {
  id: (cell) => {
    if (!/^[1-9]\d{0,9}$/.test(cell) || Number(cell) > 2_147_483_647)
      throw new Unreadable('must be the number of a listing, or empty');
    return Number(cell);
  },
  category: (cell) => categories.find((one) => one.toLowerCase() === cell.toLowerCase()) ?? plain(cell),
  latitude: number,
  longitude: number,
  commission_rate: (cell) => {
    const [, figure, isPercent] = /^(\d{1,3}(?:\.\d+)?)\s*(%?)$/.exec(cell) ?? [];
    if (figure === undefined) throw new Unreadable('must be a percentage, as 12%');
    // Spreadsheets write a percentage as a fraction as well.
    return !isPercent && Number(figure) < 1 ? Number(figure) : Number(figure) / 100;
  },
  is_active: (cell) => yesNo[cell.toLowerCase()],
  is_featured: (cell) => yesNo[cell.toLowerCase()],
};

function readCell(field: ImportField, cell: string): unknown {
  const told = unguarded(cell);
  if (told === cell && isFormula(cell)) throw new Unreadable('is a formula: write what it comes to');
  const value = (readers[field] ?? plain)(told);
  if (value === undefined) throw new Unreadable('must be yes or no');
  return value;
}

const longestShown = 60;

/** What is wrong in a column, with the beginning of what stands there. */
export const faultAt = (column: string, problem: string, cell: string): CellFault => ({
  column,
  problem,
  value: cell.length > longestShown ? `${cell.slice(0, longestShown - 1).replace(/[\ud800-\udbff]$/, '')}…` : cell,
});

/** Reads the cells of a row. @param cellOf what stands in the column of a field; undefined where there is none */
export function readRow(cellOf: (field: ImportField) => { column: string; cell: string } | undefined): ReadRow {
  const read: ReadRow = { given: {}, faults: [] };
  for (const field of importFields) {
    const { column, cell: raw } = cellOf(field) ?? {};
    if (column === undefined || raw === undefined) continue;
    const cell = asRead(raw);
    try {
      if (cell === '') {
        if (emptied.includes(field)) read.given[field as keyof Content] = null;
      } else if (field === 'id') read.id = readCell(field, cell) as number;
      else if (field === 'advertiser') read.advertiser = String(readCell(field, cell));
      else read.given[field] = readCell(field, cell);
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      read.faults.push(faultAt(column, error.message, cell));
    }
  }
  return read;
}
