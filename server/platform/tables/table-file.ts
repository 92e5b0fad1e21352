import { Readable } from 'node:stream';
import { readTable, type TableLimits, type TablePart, type TableRow } from './read-table.ts';

const sampleRows = 3;

/** A file that somebody has sent as a table: its media type says the encoding that its bytes were found to be in. */
export interface TableFile {
  mediaType: string;
  read: () => Readable;
}

/** Its text. A mark at its beginning is no part of it. */
async function* textOf({ mediaType, read }: TableFile): AsyncGenerator<string> {
  const encoding = /charset=([\w-]+)/.exec(mediaType)?.[1] ?? 'utf-8';
  const decoder = new TextDecoder(encoding);
  const pieces: AsyncIterable<Buffer> = Readable.from(read());
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/** The table in a file, part by part. @throws Refusal `file_refused`, with the row and, where it is about one, the column */
export const readTableFile = (file: TableFile, limits: TableLimits): AsyncGenerator<TablePart> =>
  readTable(textOf(file), limits);

/**
 * Reads a file to its end and keeps nothing of it but the names of its columns, how many rows there are, and the first of them.
 * @throws Refusal `file_refused`
 */
export async function checkTableFile(file: TableFile, limits: TableLimits) {
  let header: string[] = [];
  let rowCount = 0;
  const sample: TableRow[] = [];
  for await (const part of readTableFile(file, limits)) {
    header = part.header;
    rowCount += part.rows.length;
    sample.push(...part.rows.slice(0, sampleRows - sample.length));
  }
  return { header, rowCount, sample };
}
