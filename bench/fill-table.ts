import type pg from 'pg';

/**
 * Fills a table with very many rows as the owner: without the keys and indexes beside the primary one, which are made anew and hold for
 * every row afterwards. What the triggers keep is kept, as ever, but for those that are named.
 * @param fill writes the rows, within the transaction
 * @param silent triggers that are left out meanwhile
 */
export async function fillTable(
  owner: pg.Client,
  table: string,
  fill: () => Promise<void>,
  silent: readonly string[] = [],
): Promise<void> {
  await owner.query(`set statement_timeout = 0; set maintenance_work_mem = '512MB'`);
  await owner.query('begin');
  for (const trigger of silent) await owner.query(`alter table ${table} disable trigger ${trigger}`);
  const again = await takeAway(owner, table);
  await fill();
  for (const statement of again) await owner.query(statement);
  for (const trigger of silent) await owner.query(`alter table ${table} enable trigger ${trigger}`);
  await owner.query('commit');
  await owner.query(`vacuum (analyze) ${table}`);
  const { rows } = await owner.query<{ conname: string }>(
    'select conname from pg_constraint where conrelid = $1::regclass and not convalidated',
    [table],
  );
  if (rows.length > 0) throw new Error(`not valid: ${rows.map(({ conname }) => conname).join(', ')}`);
}

/** Drops foreign keys, the unique keys that they need, and indexes. @returns what brings them back, in its order */
async function takeAway(owner: pg.Client, table: string): Promise<string[]> {
  const { rows: constraints } = await owner.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1::regclass and contype in ('f', 'u') order by contype, conname`,
    [table],
  );
  for (const { name } of constraints) await owner.query(`alter table ${table} drop constraint ${name}`);
  const { rows: indexes } = await owner.query<{ name: string; definition: string }>(
    `select i.indexrelid::regclass::text as name, pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1::regclass and not i.indisprimary order by 1`,
    [table],
  );
  for (const { name } of indexes) await owner.query(`drop index ${name}`);
  // A key that others refer to comes before them.
  return [
    ...constraints
      .toReversed()
      .map(({ name, definition }) => `alter table ${table} add constraint ${name} ${definition}`),
    ...indexes.map(({ definition }) => definition),
  ];
}
