import { mostStatementRows } from '../../../contract/statement-forms.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import type { Settings } from '../../platform/settings.ts';
import { readTableFile } from '../../platform/tables/table-file.ts';
import { deleteUpload } from '../../platform/uploads/uploads.store.ts';
import { readClaimed } from '../../platform/uploads/uploads.ts';
import { insertRows } from './import-rows.store.ts';
import { findFile, forgetFile } from './imports.store.ts';

const perInsert = 1_000;

/** How much of a statement is taken. */
export const statementLimits = { mostRows: mostStatementRows, longestCell: 1_000 };

/** Keeps all rows of an import's file as they came, and then needs the file no more; where that was done, nothing. */
export async function keepRows(db: Db, settings: Settings, importId: number, signal: AbortSignal): Promise<void> {
  const file = await findFile(db, importId);
  if (!file) return;
  const table = { mediaType: file.media_type, read: () => readClaimed(settings, file.id) };
  for await (const { rows } of readTableFile(table, statementLimits)) {
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
