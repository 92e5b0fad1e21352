import { Refusal } from '../http/refusal.ts';
import { RecordParser, TableFault } from './record-parser.ts';

/** A part of a table: the names of its columns, and some rows as a spreadsheet numbers them. Empty rows are left out. */
export interface TablePart {
  header: string[];
  rows: TableRow[];
}
export interface TableRow {
  number: number;
  cells: string[];
}

const delimiters = [',', ';', '\t', '|'];
/** The header is looked for so far. */
const longestHeader = 64 * 1024;
const mostColumns = 100;
const longestName = 1_000;

/** How much of a table is taken. */
export interface TableLimits {
  mostRows: number;
  /** In UTF-16 units. */
  longestCell: number;
}

/**
 * Reads a table from text, piece by piece. What divides its columns, the header tells.
 * @throws Refusal `file_refused`, with the row and, where it is about one, the column
 */
export async function* readTable(pieces: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TablePart> {
  try {
    yield* readParts(pieces, limits);
  } catch (error) {
    if (error instanceof TableFault) throw new Refusal('file_refused', { detail: error.message });
    throw error;
  }
}

async function* readParts(pieces: AsyncIterable<string>, limits: TableLimits): AsyncGenerator<TablePart> {
  let begun = '';
  let parser: RecordParser | undefined;
  const table = new TableRows(limits);
  for await (const piece of pieces) {
    if (parser) {
      yield* table.take(parser.push(piece));
      continue;
    }
    begun += piece;
    if (!hasLine(withoutSign(begun)) && begun.length < longestHeader) continue;
    parser = new RecordParser(delimiterOf(begun), mostColumns);
    yield* table.take(parser.push(withoutSign(begun)));
  }
  if (!parser) {
    parser = new RecordParser(delimiterOf(begun), mostColumns);
    yield* table.take(parser.push(withoutSign(begun)));
  }
  yield* table.take(parser.end());
  table.end();
}

/** A first line that tells a spreadsheet what divides the columns, and that it neither shows nor counts. */
const sign = /^"?sep=([,;\t|])"?(?:\r\n|\n|\r)/i;
const withoutSign = (text: string) => text.replace(sign, '');

/** Whether a line ends outside of quotation marks, also of one that what is read so far has not closed. */
const hasLine = (text: string) => /[\r\n]/.test(text.replace(/(?<=^|[,;\t|\r\n])"(?:[^"]|"")*(?:"|$)/g, ''));

/** What the first line says, or what stands in it most often, outside of quotation marks. */
function delimiterOf(text: string): string {
  const [, said] = sign.exec(text) ?? [];
  if (said) return said;
  const [first = ''] = text.replace(/(?<=^|[,;\t|\r\n])"(?:[^"]|"")*"/g, '').split(/[\r\n]/, 1);
  const counts = delimiters.map((delimiter) => first.split(delimiter).length);
  const most = Math.max(...counts);
  if (most === 1)
    throw new TableFault(1, undefined, 'it has one column alone: commas, semicolons, tabs or bars divide columns');
  return delimiters[counts.indexOf(most)]!;
}

/** Checks the records of a table, one after the other. */
class TableRows {
  readonly #limits: TableLimits;
  #header: string[] | undefined;
  #records = 0;
  #rows = 0;

  constructor(limits: TableLimits) {
    this.#limits = limits;
  }

  *take(records: string[][]): Generator<TablePart> {
    const rows: TableRow[] = [];
    for (const cells of records) {
      this.#records++;
      if (!this.#header) this.#header = headerOf(cells);
      else if (cells.some((cell) => cell.trim() !== '')) rows.push(this.#rowOf(this.#header, cells));
    }
    if (this.#header) yield { header: this.#header, rows };
  }

  end(): void {
    if (this.#rows === 0) throw new TableFault(this.#records + 1, undefined, 'it has no rows');
  }

  #rowOf(header: readonly string[], cells: string[]): TableRow {
    const number = this.#records;
    const { mostRows, longestCell } = this.#limits;
    if (++this.#rows > mostRows)
      throw new TableFault(number, undefined, `more rows than ${mostRows.toLocaleString('en')}`);
    if (cells.length !== header.length)
      throw new TableFault(number, undefined, `${cells.length} cells, where the header has ${header.length}`);
    const long = cells.findIndex((cell) => cell.length > longestCell);
    if (long >= 0)
      throw new TableFault(number, header[long], `longer than ${longestCell.toLocaleString('en')} letters`);
    // As databases and other programs write letters with marks: those of macOS tools are the same to whoever reads them.
    return { number, cells: cells.map((cell) => cell.normalize('NFC')) };
  }
}

function headerOf(cells: readonly string[]): string[] {
  const header = cells.map((cell) => cell.trim().normalize('NFC'));
  const seen = new Set<string>();
  for (const [at, name] of header.entries()) {
    if (!name) throw new TableFault(1, String(at + 1), 'has no name');
    if (name.length > longestName) throw new TableFault(1, String(at + 1), 'its name is too long');
    if (seen.has(name.toLowerCase())) throw new TableFault(1, name, 'two columns have this name');
    seen.add(name.toLowerCase());
  }
  return header;
}
