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
    await client.query('insert into rollup_marks (hour) values (now()) returning hour');
    const applied = await client.query<{ name: string }>('select name from migrations');
    await client.query('rollback');
    healthy = true;
    return new Set(applied.rows.map((row) => row.name));
  } finally {
    client.release(!healthy);
  }
}
