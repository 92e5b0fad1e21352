import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../db/schema.ts';
import type { Db } from './database.ts';

const rowsPerStatement = 1_000;
/** What is left then is for the next run, so that a run ends. */
const rowsPerRun = 500_000;

/**
 * Deletes rows a thousand at a time, each in a transaction of its own: no statement is slow, none holds many rows locked, and what
 * one has deleted stays deleted when a later one fails.
 * @param table not a partitioned one, whose rows cannot be told apart by their place.
 * @returns how many rows.
 */
export async function deleteInBatches(db: Db, table: keyof Tables, condition: RawBuilder<unknown>): Promise<number> {
  const rows = sql.table(table);
  return await inBatches(
    async () =>
      await sql`delete from ${rows} where ctid = any(array(
        select ctid from ${rows} where ${condition} limit ${sql.lit(rowsPerStatement)}))`.execute(db),
  );
}

/** Sets columns of rows likewise; a row that was changed must no longer meet the condition. @returns how many rows. */
export async function updateInBatches(
  db: Db,
  table: keyof Tables,
  change: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): Promise<number> {
  const rows = sql.table(table);
  return await inBatches(
    async () =>
      await sql`update ${rows} set ${change} where ctid = any(array(
        select ctid from ${rows} where ${condition} limit ${sql.lit(rowsPerStatement)}))`.execute(db),
  );
}

async function inBatches(statement: () => Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  let changed = 0;
  for (;;) {
    const count = Number((await statement()).numAffectedRows ?? 0n);
    changed += count;
    // Fewer than asked for can also mean that somebody else changed some of them meanwhile: those are for the next run.
    if (count < rowsPerStatement || changed >= rowsPerRun) return changed;
  }
}
