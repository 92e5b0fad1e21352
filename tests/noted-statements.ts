import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { namedStatements } from '../server/platform/database/database.ts';

/** Where the statements of a test run are noted; nowhere unless told. */
const folder = process.env.NOTED_STATEMENTS;

/** Notes the statements that this process has sent so far, for servers of other versions to be asked about. */
export function noteStatements(): void {
  if (!folder) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${process.pid}.json`), JSON.stringify(namedStatements()));
}

/** All statements that were noted in a folder, each once. */
export function readStatements(from: string): string[] {
  const lists = readdirSync(from).map((name) => JSON.parse(readFileSync(join(from, name), 'utf8')) as string[]);
  return [...new Set(lists.flat())].sort();
}
