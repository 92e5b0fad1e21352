import type pg from 'pg';

/**
 * Writes one row and reads it back.
 * @returns the names of the migrations applied.
 * @throws whatever the database answers when it cannot.
 */
export async function writeAndReadBack(pool: pg.Pool): Promise<Set<string>> {
  const { rowCount } = await pool.query('update readiness set checked_at = now()');
  if (rowCount !== 1) throw new Error('the row of readiness is missing');
  const applied = await pool.query<{ name: string }>('select name from migrations');
  return new Set(applied.rows.map((row) => row.name));
}
