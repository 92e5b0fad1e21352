import { createHmac, randomBytes } from 'node:crypto';
import { z } from 'zod';
import { type RawSource, rawFormats, rawSources } from '../../../contract/export-limits.ts';
import { hawaiiOffsetMs } from '../../../contract/hawaii-time.ts';
import { GivingWay } from '../../platform/long-work/giving-way.ts';
import { declareLongWork, type Run } from '../../platform/long-work/long-work.ts';
import { type TableColumns, type TableRows, writeCsv } from '../../platform/tables/cells.ts';
import { writeParquet } from '../../platform/tables/parquet.ts';
import { findRawRows, rawColumnsOf } from './raw-export.store.ts';

const hourMs = 3_600_000;
const rowsPerStatement = 2_000;
/** Of time that is read at once. */
const shortestMs = 1_000;
const mediaTypes = { csv: 'text/csv; charset=utf-8', parquet: 'application/vnd.apache.parquet' };
const parameters = z.object({
  ...{ from: z.iso.date(), to: z.iso.date() },
  ...{ source: z.enum(rawSources), format: z.enum(rawFormats) },
});

/** All rows of a source of some days of Hawaiʻi, both included, for tools of the house's own (docs/decisions/054-raw-rows-for-other-tools.md). */
export const rawExport = declareLongWork({
  parameters,
  file: ({ source, from, to, format }) => ({ name: `${source}-${from}-${to}.${format}`, type: mediaTypes[format] }),
  run: (given) => {
    const { source, format } = given.parameters;
    return (format === 'csv' ? writeCsv : writeParquet)(columnsOf(source), readRows(given));
  },
});

/** As they are written: other names are text. */
const columnsOf = (source: RawSource): TableColumns =>
  Object.fromEntries(
    Object.entries(rawColumnsOf(source)).map(([name, type]) => [name, type === 'person' ? 'text' : type]),
  );

/**
 * An hour at most at a time, so that it takes the same memory however many there are, and of a busy one so much as has about two statements'
 * rows: to find the first of them all that was asked for is read.
 */
async function* readRows(given: Run<z.output<typeof parameters>>): AsyncGenerator<TableRows> {
  const { read, report, signal } = given;
  const { source, from, to } = given.parameters;
  const begin = Date.parse(from) + hawaiiOffsetMs;
  const end = Date.parse(to) + hawaiiOffsetMs + 24 * hourMs;
  const hours = (end - begin) / hourMs;
  const named = otherNames(source);
  const givingWay = new GivingWay();
  let [at, widthMs, reported] = [begin, hourMs, -1];
  let after: string | undefined;
  while (at < end) {
    const hour = Math.floor((at - begin) / hourMs);
    if (hour > reported) report(hour, hours);
    reported = Math.max(hour, reported);
    signal.throwIfAborted();
    const until = Math.min(at + widthMs, end);
    const span = { from: new Date(at), until: new Date(until), after, most: rowsPerStatement };
    const { rows, upTo } = await read((db) => findRawRows(db, source, span));
    if (rows.length > 0) {
      yield rows.map(named);
      await givingWay.rest(signal);
    }
    if (upTo && rows.length >= rowsPerStatement) {
      const readTo = upTo.at.getTime();
      widthMs = Math.min(hourMs, Math.max(shortestMs, 2 * (readTo - at)));
      [at, after] = [readTo, upTo.text];
    } else {
      if (rows.length < rowsPerStatement / 2) widthMs = Math.min(hourMs, 2 * widthMs);
      [at, after] = [until, undefined];
    }
  }
  report(hours, hours);
}

/**
 * Gives whoever a row is of another name, the same in all of this file and in no other: its key is never kept. So rows can be counted
 * by visits and accounts, and nobody looks up whose they are.
 */
function otherNames(source: RawSource): (row: TableRows[number]) => TableRows[number] {
  const key = randomBytes(32);
  const persons = Object.entries(rawColumnsOf(source)).flatMap(([name, type]) => (type === 'person' ? [name] : []));
  const nameOf = (column: string, id: unknown) =>
    createHmac('sha256', key).update(`${column} ${id}`).digest('hex').slice(0, 16);
  return (row) => ({
    ...row,
    ...Object.fromEntries(persons.map((column) => [column, row[column] ? nameOf(column, row[column]) : null])),
  });
}
