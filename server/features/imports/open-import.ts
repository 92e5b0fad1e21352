import type { Db } from '../../platform/database/database.ts';
import { inLettersOf } from './column-maps.ts';
import { findOpenImport, type OpenImport } from './imports.store.ts';

/** An import as its long work needs it, whose columns are known: by the names that its own file gives them. */
export async function openImport(db: Db, id: number): Promise<OpenImport | undefined> {
  const found = await findOpenImport(db, id);
  return found && { ...found, map: inLettersOf(found.header, found.map) };
}
