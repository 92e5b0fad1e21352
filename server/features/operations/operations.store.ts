import { sql } from 'kysely';
import type { Db } from '../../platform/database/database.ts';

/**
 * Writes one row and reads it back.
 * @returns the names of the migrations applied.
 * @throws whatever the database answers when it cannot.
 */
export async function writeAndReadBack(db: Db): Promise<Set<string>> {
  const { rows } = await sql`update readiness set checked_at = now() returning checked_at`.execute(db);
  if (rows.length !== 1) throw new Error('the row of readiness is missing');
  const applied = await sql<{ name: string }>`select name from migrations`.execute(db);
  return new Set(applied.rows.map((row) => row.name));
}
