export type CsvValue = string | number | boolean | null;

/** A line of a CSV file (RFC 4180). */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * The first line of a CSV file that somebody downloads, which names its columns. Excel takes a file without the mark before it for one of
 * its own code page, and shows ʻokina and kahakō as other letters.
 */
export const csvHeader = (columns: readonly string[]): string => `\ufeff${csvLine(columns)}`;

/**
 * What stands in a cell, before marks are set around it. A text that a spreadsheet would take for something else is given an apostrophe
 * before it: for a formula, also by the full-width form of its sign as Japanese ones do; or for a number that would lose figures, as a
 * telephone number that begins with 0 or an id that is longer than what it reckons with.
 */
export function cellText(value: CsvValue): string {
  if (value === null) return '';
  return typeof value === 'string' && isTakenElse.test(value) ? `'${value}` : String(value);
}

/** Also what begins with such an apostrophe, so that what is read again is what was written. */
const isTakenElse = /^'*(?:[=+\-@＝＋－＠\t\r\n]|(?:0\d+(?:\.\d*)?|\d{16,}(?:\.\d*)?|\d+(?:\.\d*)?e[+-]?\d+)$)/i;

/** The text that is read of a cell, as `cellText` has written it. */
export const unguarded = (cell: string): string =>
  cell.startsWith("'") && isTakenElse.test(cell) ? cell.slice(1) : cell;

function csvCell(value: CsvValue): string {
  const text = cellText(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
