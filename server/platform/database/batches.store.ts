import { type RawBuilder, sql } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import type { Db } from './database.ts';

const rowsPerStatement = 1_000;
/** What is left then is for the next run, so that a run ends. */
const rowsPerRun = 500_000;

/** The rows of a batch. */
interface Chosen {
  where: RawBuilder<unknown>;
  /**
   * What an index is ordered by that holds these rows first. Without an order the planner may read the whole table for a batch: it
   * takes old rows to lie anywhere in it.
   */
  orderBy: RawBuilder<unknown>;
}

/**
 * Deletes rows a thousand at a time, each in a transaction of its own: no statement is slow, none holds many rows locked, and what
 * one has deleted stays deleted when a later one fails.
 * @param table not a partitioned one, whose rows cannot be told apart by their place.
 * @returns how many rows.
 */
export async function deleteInBatches(db: Db, table: keyof Tables, chosen: Chosen): Promise<number> {
  return await inBatches(
    async () => await sql`delete from ${sql.table(table)} where ${inBatch(table, chosen)}`.execute(db),
  );
}

/** Sets columns of rows likewise; a row that was changed must no longer meet the condition. @returns how many rows. */
export async function updateInBatches(
  db: Db,
  table: keyof Tables,
  change: RawBuilder<unknown>,
  chosen: Chosen,
): Promise<number> {
  return await inBatches(
    async () => await sql`update ${sql.table(table)} set ${change} where ${inBatch(table, chosen)}`.execute(db),
  );
}

const inBatch = (table: keyof Tables, { where, orderBy }: Chosen) => sql`ctid = any(array(
  select ctid from ${sql.table(table)} where ${where} order by ${orderBy} limit ${sql.lit(rowsPerStatement)}))`;

async function inBatches(statement: () => Promise<{ numAffectedRows?: bigint }>): Promise<number> {
  let changed = 0;
  for (;;) {
    const count = Number((await statement()).numAffectedRows ?? 0n);
    changed += count;
    // Fewer than asked for can also mean that somebody else changed some of them meanwhile: those are for the next run.
    if (count < rowsPerStatement || changed >= rowsPerRun) return changed;
  }
}
