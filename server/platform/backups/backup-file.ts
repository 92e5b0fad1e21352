import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { link, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { syncFolder } from '../data-folder.ts';

/** What stands at the head of a backup. */
export interface BackupHeader {
  format: 'holoholo backup 1';
  created_at: string;
  migrations: { name: string; checksum: string }[];
  /** In an order in which each can be filled: what a table refers to comes before it. */
  tables: { name: string; columns: string[] }[];
  sequences: { name: string; last: string }[];
  /** Months of which events have a partition, as `2026-11`. */
  event_months: string[];
}

/** A backup that is not what was written; the message says where. */
export class BackupDamage extends Error {}

const lineOf = (value: unknown) => Buffer.from(`${JSON.stringify(value)}\n`);
const endOfRows = Buffer.from('\\.\n');

/**
 * Writes a backup: compressed lines; the header first, then each table with its rows in COPY's text format and their number,
 * at the end a checksum of all of it. The file gets its name once it is whole and on the disk.
 * @param readTable the rows of a table of the header, in batches.
 * @returns the number of rows. @throws Error when the file is there already
 */
export async function writeBackupFile(
  file: string,
  header: BackupHeader,
  readTable: (table: BackupHeader['tables'][number]) => AsyncIterable<Buffer[]>,
): Promise<number> {
  if (existsSync(file)) throw new Error(`${file} is there already`);
  let total = 0;
  async function* content(): AsyncGenerator<Buffer> {
    yield lineOf(header);
    for (const table of header.tables) {
      yield lineOf({ table: table.name });
      let rows = 0;
      for await (const batch of readTable(table)) {
        rows += batch.length;
        yield Buffer.concat(batch);
      }
      yield endOfRows;
      yield lineOf({ rows });
      total += rows;
    }
  }
  async function* sealed(): AsyncGenerator<Buffer> {
    const all = createHash('sha256');
    for await (const chunk of content()) {
      all.update(chunk);
      yield chunk;
    }
    yield lineOf({ sha256: all.digest('hex') });
  }
  const partial = `${file}.${process.pid}.partial`;
  try {
    // It holds everybody's personal data: for its owner's eyes.
    await pipeline(sealed, createGzip(), createWriteStream(partial, { flags: 'wx', mode: 0o600, flush: true }));
    await link(partial, file);
    await syncFolder(dirname(file));
  } finally {
    await rm(partial, { force: true });
  }
  return total;
}

/** What a backup is made of, in order: `header`, then for each table `table`, any number of `rows`, `table-end`. */
export type BackupPart =
  | { kind: 'header'; header: BackupHeader }
  | { kind: 'table'; name: string }
  | { kind: 'rows'; bytes: Buffer }
  | { kind: 'table-end'; rows: number };

/**
 * Reads a backup. Only when it has come to the end without a complaint is what it gave the whole of what was written.
 * @throws BackupDamage, and the system's error when there is no such file
 */
export async function* readBackupFile(file: string): AsyncGenerator<BackupPart> {
  const all = createHash('sha256');
  let expected: 'header' | 'table' | 'row' | 'count' | 'nothing' = 'header';
  let table = '';
  let rows = 0;
  for await (const lines of readLines(file)) {
    let batch: Buffer[] = [];
    for (const line of lines) {
      if (expected === 'nothing') throw new BackupDamage('something follows its end');
      if (expected === 'row' && !line.equals(endOfRows)) {
        batch.push(line);
        continue;
      }
      if (batch.length > 0) yield take(batch);
      batch = [];
      const stated: Record<string, unknown> = expected === 'row' ? {} : parse(line, table);
      if (expected === 'table' && 'sha256' in stated) {
        if (stated.sha256 !== all.digest('hex')) throw new BackupDamage('its checksum is another: it was changed');
        expected = 'nothing';
        continue;
      }
      all.update(line);
      if (expected === 'header') {
        if (stated.format !== 'holoholo backup 1') throw new BackupDamage('it is no backup of this product');
        yield { kind: 'header', header: stated as unknown as BackupHeader };
        expected = 'table';
      } else if (expected === 'table') {
        [table, rows, expected] = [String(stated.table), 0, 'row'];
        yield { kind: 'table', name: table };
      } else if (expected === 'row') {
        expected = 'count';
      } else {
        if (stated.rows !== rows) throw new BackupDamage(`${table} has ${rows} rows, not ${stated.rows}`);
        yield { kind: 'table-end', rows };
        expected = 'table';
      }
    }
    if (batch.length > 0) yield take(batch);
  }
  if (expected !== 'nothing') throw new BackupDamage(`it ends too early${table && `, after ${table}`}`);

  function take(batch: readonly Buffer[]): BackupPart {
    const bytes = Buffer.concat(batch);
    rows += batch.length;
    all.update(bytes);
    return { kind: 'rows', bytes };
  }
}

function parse(line: Buffer, after: string): Record<string, unknown> {
  try {
    return JSON.parse(line.toString());
  } catch {
    throw new BackupDamage(after ? `what follows ${after} cannot be read` : 'it is no backup of this product');
  }
}

/** The lines of a compressed file, each with its line break, in batches. */
async function* readLines(file: string): AsyncGenerator<Buffer[]> {
  const unpacked = createGunzip();
  // A failure of either is thrown by the one that is read.
  pipeline(createReadStream(file), unpacked).catch(() => {});
  let rest: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of unpacked as AsyncIterable<Buffer>) {
      const text = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
      const lines: Buffer[] = [];
      let from = 0;
      for (let end = text.indexOf(10); end >= 0; end = text.indexOf(10, from)) {
        lines.push(text.subarray(from, end + 1));
        from = end + 1;
      }
      rest = text.subarray(from);
      yield lines;
    }
  } catch (error) {
    if (!String((error as { code?: unknown }).code).startsWith('Z_')) throw error;
    throw new BackupDamage(`it cannot be unpacked (${(error as Error).message})`);
  }
  if (rest.length > 0) throw new BackupDamage('it ends in half a line');
}
