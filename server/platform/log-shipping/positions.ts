/** A place in the write-ahead log, in bytes from its beginning (PostgreSQL's LSN). */
export type Position = bigint;

/** Reads PostgreSQL's own way of writing a position, `16/B374D848`. */
export function parsePosition(text: string): Position {
  const [high = '', low = ''] = text.split('/');
  return (BigInt(`0x${high}`) << 32n) | BigInt(`0x${low}`);
}

/** A position as PostgreSQL writes it. */
export const writePosition = (position: Position): string =>
  `${(position >> 32n).toString(16)}/${(position & 0xffffffffn).toString(16)}`.toUpperCase();

/** A name of a file of the log: timeline, and which of the pieces of equal size. */
export const segmentForm = /^[0-9A-F]{24}(\.gz)?$/;

/** The names of one timeline from a file on to another, with both. */
export function segmentsBetween(first: string, last: string, segmentBytes: number): string[] {
  const perName = 0x1_0000_0000 / segmentBytes;
  const numberOf = (name: string) =>
    Number.parseInt(name.slice(8, 16), 16) * perName + Number.parseInt(name.slice(16, 24), 16);
  const names: string[] = [];
  for (let number = numberOf(first); number <= numberOf(last); number++)
    names.push(segmentOf(BigInt(number) * BigInt(segmentBytes), Number.parseInt(first.slice(0, 8), 16), segmentBytes));
  return names;
}

/** The file of a timeline that holds a position. */
export function segmentOf(position: Position, timeline: number, segmentBytes: number): string {
  const number = position / BigInt(segmentBytes);
  const perName = 0x1_0000_0000n / BigInt(segmentBytes);
  return [BigInt(timeline), number / perName, number % perName]
    .map((part) => part.toString(16).toUpperCase().padStart(8, '0'))
    .join('');
}
