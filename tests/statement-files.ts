/** The columns of FareHarbor's statements, as they are assumed to be. */
export const fareharborHeader = [
  ...['Company', 'Booking ID', 'Online Booking Reference', 'Status', 'Activity Date', 'Item', 'Total', 'Commission'],
];
export const viatorHeader = [
  ...['Booking Reference', 'Campaign', 'Booking Status', 'Travel Date', 'Product Code', 'Gross Sales', 'Currency'],
  'Commission',
];

const cellOf = (text: string, delimiter: string) =>
  text.includes(delimiter) || /["\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;

/** A table as a file of text. */
export const aTable = (rows: readonly (readonly unknown[])[], delimiter = ',', lineEnd = '\r\n'): string =>
  rows
    .map((cells) => `${cells.map((cell) => cellOf(String(cell ?? ''), delimiter)).join(delimiter)}${lineEnd}`)
    .join('');

/** A row of FareHarbor's: what is not told is as usual. */
export function aRow(given: {
  id: unknown;
  click?: string;
  status?: string;
  day?: string;
  item?: string;
  total?: string;
  commission?: string;
  company?: string;
}): unknown[] {
  const { id, click = '', status = 'Booked', day = '12/24/2026', item = 'Reef walk' } = given;
  const { total = '123.42', commission = '18.51', company = 'reefwalk' } = given;
  return [company, id, click, status, day, item, total, commission];
}
