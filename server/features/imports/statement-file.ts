import { Readable } from 'node:stream';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';
import { readClaimed } from '../../platform/uploads/uploads.ts';
import { insertRows } from './import-rows.store.ts';
import { findFile, forgetFile } from './imports.store.ts';
import { readTable, type TableRow } from './read-table.ts';

const perInsert = 1_000;
const sampleRows = 3;

/** The text of a file in the encoding that its bytes were found to be in. A mark at its beginning is no part of it. */
export async function* textOf(mediaType: string, bytes: Readable): AsyncGenerator<string> {
  const encoding = /charset=([\w-]+)/.exec(mediaType)?.[1] ?? 'utf-8';
  const decoder = new TextDecoder(encoding);
  const pieces: AsyncIterable<Buffer> = Readable.from(bytes);
  for await (const piece of pieces) yield decoder.decode(piece, { stream: true });
  yield decoder.decode();
}

/**
 * Reads a file to its end and keeps nothing of it but the names of its columns, how many rows there are, and the first of them.
 * @throws Refusal `file_refused`
 */
export async function checkFile(mediaType: string, bytes: Readable) {
  let header: string[] = [];
  let rowCount = 0;
  const sample: TableRow[] = [];
  for await (const part of readTable(textOf(mediaType, bytes))) {
    header = part.header;
    rowCount += part.rows.length;
    sample.push(...part.rows.slice(0, sampleRows - sample.length));
  }
  return { header, rowCount, sample };
}

/** Keeps all rows of an import's file as they came, and then needs the file no more; where that was done, nothing. */
export async function keepRows(db: Db, settings: Settings, importId: number, signal: AbortSignal): Promise<void> {
  const file = await findFile(db, importId);
  if (!file) return;
  for await (const { rows } of readTable(textOf(file.media_type, readClaimed(settings, file.id)))) {
    for (let from = 0; from < rows.length; from += perInsert) {
      signal.throwIfAborted();
      await insertRows(db, importId, rows.slice(from, from + perInsert));
    }
  }
  await withTransaction(db, async (tx) => {
    await forgetFile(tx, importId);
    await deleteUpload(tx, file.id);
  });
}
