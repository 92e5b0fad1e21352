import { sql } from 'kysely';
import type pg from 'pg';
import { parsePosition } from '../log-shipping/positions.ts';
import type { Db } from './database.ts';
import type { PrimaryLog, ReplayedLog } from './replica-origin.ts';

/** How far the primary's log is on its disk: with everything that was acknowledged, and all that a statement saw until now. */
export async function findPrimaryLog(primary: Db): Promise<PrimaryLog> {
  const { rows } = await sql<{
    position: string;
    cluster: string;
    database: string;
    timeline: number;
    checkpoint_timeline: number;
    checkpoint_position: string;
  }>`select lsn::text as position, system_identifier::text as cluster, current_database()::text as database,
      ('x' || left(pg_walfile_name(lsn), 8))::bit(32)::int as timeline,
      timeline_id as checkpoint_timeline, redo_lsn::text as checkpoint_position
    from pg_current_wal_flush_lsn() as lsn, pg_control_system(), pg_control_checkpoint()`.execute(primary);
  const { position, checkpoint_timeline, checkpoint_position, ...rest } = rows[0]!;
  const checkpoint = { timeline: checkpoint_timeline, position: parsePosition(checkpoint_position) };
  return { ...rest, position: parsePosition(position), checkpoint };
}

/** How far a replica has replayed which log; undefined of a server that replays nothing, as it was promoted. */
export async function findReplayedLog(replica: pg.PoolClient): Promise<ReplayedLog | undefined> {
  const { rows } = await replica.query<{
    position: string | null;
    cluster: string;
    database: string;
    noted_timeline: number;
    noted_position: string;
  }>(
    `select pg_last_wal_replay_lsn()::text as position, system_identifier::text as cluster, current_database()::text as database,
      min_recovery_end_timeline as noted_timeline, min_recovery_end_lsn::text as noted_position
    from pg_control_system(), pg_control_recovery() where pg_is_in_recovery()`,
  );
  const [row] = rows;
  if (!row?.position) return undefined;
  const { position, noted_timeline, noted_position, ...rest } = row;
  const noted = { timeline: noted_timeline, position: parsePosition(noted_position) };
  return { ...rest, position: parsePosition(position), noted };
}

/** Commits a word that says nothing, so that the log up to it is written down. */
export async function emitWord(primary: Db): Promise<void> {
  await sql`select pg_logical_emit_message(true, 'holoholo', '')`.execute(primary);
}
