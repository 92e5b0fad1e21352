import type pg from 'pg';

/**
 * Writes and reads in a transaction that leaves nothing behind.
 * @returns the names of the migrations applied.
 * @throws whatever the database answers when it cannot.
 */
export async function writeAndReadBack(pool: pg.Pool): Promise<Set<string>> {
  const client = await pool.connect();
  let healthy = false;
  try {
    await client.query('begin');
    await client.query('create temporary table if not exists readiness (at timestamptz) on commit delete rows');
    await client.query('insert into readiness values (now())');
    await client.query('select at from readiness');
    const applied = await client.query<{ name: string }>('select name from migrations');
    await client.query('rollback');
    healthy = true;
    return new Set(applied.rows.map((row) => row.name));
  } finally {
    client.release(!healthy);
  }
}
