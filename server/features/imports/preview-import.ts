import { z } from 'zod';
import { csvHeader } from '../../platform/csv.ts';
import { withTransaction } from '../../platform/database/database.ts';
import { declareLongWork } from '../../platform/long-work/long-work.ts';
import { newsKeysOf } from '../platforms/platforms.ts';
import { fileOf, linesOf, rowsHeader } from './import-file.ts';
import { findRawRows, updateReadRows } from './import-rows.store.ts';
import { lockImport, updateImport } from './imports.store.ts';
import { openImport } from './open-import.ts';
import { findUntriedRows, updateKnownRows, updateOutcomes } from './outcomes.store.ts';
import { keepRows } from './statement-file.ts';
import { describeRow, tryRow } from './take-row.ts';

const perPage = 1_000;
const triedPerPage = 100;

/**
 * Finds out what would become of each row of a statement, by doing what it tells and undoing it, with a file of that. Nothing of it
 * stays but what is written down of the rows.
 */
export const statementPreview = declareLongWork({
  parameters: z.object({ statement: z.int() }),
  file: fileOf('preview'),
  run: async function* ({ db, settings, parameters: { statement: id }, report, signal, now }) {
    const given = await openImport(db, id);
    if (!given || given.state === 'applying' || given.state === 'applied') return;
    const keys = newsKeysOf(settings);
    report(0, given.row_count);
    await keepRows(db, settings, id, signal);
    for (let after = 0; ; ) {
      signal.throwIfAborted();
      const rows = await findRawRows(db, id, after, perPage);
      if (rows.length === 0) break;
      await updateReadRows(
        db,
        id,
        rows.map((row) => describeRow(given, row, keys)),
      );
      after = rows.at(-1)!.number;
    }
    await updateKnownRows(db, id, given.map.columns.reference!);
    for (let after = 0; ; ) {
      const rows = await findUntriedRows(db, id, after, triedPerPage);
      if (rows.length === 0) break;
      const ends = [];
      for (const row of rows) {
        signal.throwIfAborted();
        ends.push(await tryRow(db, now(), given, row, keys));
        report(row.number - 1, given.row_count);
      }
      await updateOutcomes(db, id, ends);
      after = rows.at(-1)!.number;
    }
    await withTransaction(db, async (tx) => {
      const state = (await lockImport(tx, id))?.state;
      // Also once more, where this was broken off after it: its rows are counted anew.
      if (state === 'reading' || state === 'previewed') await updateImport(tx, id, { state: 'previewed' });
    });
    report(given.row_count, given.row_count);
    yield csvHeader(rowsHeader);
    yield* linesOf(db, id);
  },
});
