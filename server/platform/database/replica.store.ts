import { sql } from 'kysely';
import type pg from 'pg';
import { type Position, parsePosition } from '../log-shipping/positions.ts';
import type { Db } from './database.ts';

/** How far the primary's log is on its disk: with everything that was acknowledged, and all that a statement saw until now. */
export async function findPosition(primary: Db): Promise<Position> {
  const { rows } = await sql<{ position: string }>`select pg_current_wal_flush_lsn()::text as position`.execute(
    primary,
  );
  return parsePosition(rows[0]!.position);
}

/** How far a replica has replayed it; undefined of a server that replays nothing, as it was promoted. */
export async function findReplay(replica: pg.PoolClient): Promise<Position | undefined> {
  const { rows } = await replica.query<{ replay: string | null }>(
    'select case when pg_is_in_recovery() then pg_last_wal_replay_lsn()::text end as replay',
  );
  return rows[0]?.replay ? parsePosition(rows[0].replay) : undefined;
}

/** Commits a word that says nothing, so that the log up to it is written down. */
export async function emitWord(primary: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'holoholo', '')`.execute(primary);
}
