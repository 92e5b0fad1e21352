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
 * telephone number that begins with 0 or an id that is longer than what it reckons with. So is what would begin a formula within it.
 */
export function cellText(value: CsvValue): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  const within = value.replace(mayBegin, (_, end, begins) => (begins ? `${end}'${begins}` : end));
  return isTakenElse.test(value) ? `'${within}` : within;
}

/** Also what begins with such an apostrophe, so that what is read again is what was written. */
const isTakenElse = /^'*(?:[=+\-@＝＋－＠\t\r\n]|(?:0\d+(?:\.\d*)?|\d{16,}(?:\.\d*)?|\d+(?:\.\d*)?e[+-]?\d+)$)/i;

/**
 * Where a formula begins within a cell for a spreadsheet that ends cells at semicolons or tabs, and not at commas: marks in the middle of
 * such a cell hold nothing together, not even lines.
 */
const mayBegin = /([;\t\r\n]["\s]*)('*[=+\-@＝＋－＠])?/g;

/** The text that is read of a cell, as `cellText` has written it. */
export const unguarded = (cell: string): string =>
  (cell.startsWith("'") && isTakenElse.test(cell) ? cell.slice(1) : cell).replace(
    mayBegin,
    (_, end, begins = '') => end + begins.replace(/^'/, ''),
  );

function csvCell(value: CsvValue): string {
  const text = cellText(value);
  return /[",;\t\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
