import { type CsvValue, csvHeader, csvLine } from '../csv.ts';

/** What stands in a column of a table that is written: an `instant` is a Date, a `day` `YYYY-MM-DD`. */
export type CellType = 'text' | 'integer' | 'number' | 'flag' | 'instant' | 'day';
export type Cell = CsvValue | Date;

/** The columns of a table by name, in their order. */
export type TableColumns = Readonly<Record<string, CellType>>;
export type TableRows = readonly Readonly<Record<string, Cell>>[];

/** Writes a table as CSV, piece by piece as its rows come; instants by the clock of UTC. */
export async function* writeCsv(columns: TableColumns, parts: AsyncIterable<TableRows>): AsyncGenerator<string> {
  const names = Object.keys(columns);
  yield csvHeader(names);
  for await (const rows of parts)
    if (rows.length > 0) yield rows.map((row) => csvLine(names.map((name) => csvCellOf(row[name]!)))).join('');
}

const csvCellOf = (cell: Cell): CsvValue => (cell instanceof Date ? cell.toISOString() : cell);
