export type CsvValue = string | number | boolean | null;

/**
 * A line of a CSV file (RFC 4180). A text that a spreadsheet would take for a formula, also one that begins with the full-width form of its
 * sign as Japanese spreadsheets do, is given an apostrophe before it.
 */
export function csvLine(values: readonly CsvValue[]): string {
  return `${values.map(csvCell).join(',')}\r\n`;
}

/**
 * The first line of a CSV file that somebody downloads, which names its columns. Excel takes a file without the mark before it for one of
 * its own code page, and shows ʻokina and kahakō as other letters.
 */
export const csvHeader = (columns: readonly string[]): string => `\ufeff${csvLine(columns)}`;

function csvCell(value: CsvValue): string {
  if (value === null) return '';
  const text = typeof value === 'string' && /^[=+\-@＝＋－＠\t\r\n]/.test(value) ? `'${value}` : String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
