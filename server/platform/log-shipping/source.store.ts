import pg from 'pg';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { type Connection, clientConfig } from '../database/database.ts';
import { type Position, parsePosition, segmentOf, writePosition } from './positions.ts';

/** How PostgreSQL knows who ships its log: it keeps what a slot has not got yet. The stretch of the archive is in its name. */
const slotPrefix = 'holoholo_log_';
const slotOf = (stretch: string) => slotPrefix + stretch.toLowerCase().replaceAll('-', '_');

/** Where a cluster and its log are. */
export interface ClusterFacts {
  folder: string;
  timeline: number;
  segmentBytes: number;
}

/** Connects as the superuser of a cluster of ours, without a limit of time. */
export async function connectToSource(connection: Connection): Promise<pg.Client> {
  const client = new pg.Client({ ...clientConfig(connection), application_name: 'holoholo log' });
  client.on('error', () => {}); // told by the statement it ends
  await client.connect();
  await client.query('set statement_timeout = 0; set idle_session_timeout = 0; set synchronous_commit = on');
  return client;
}

/** @throws Error in one line where another process ships this log already */
export async function lockShipping(client: pg.Client): Promise<void> {
  const { rows } = await client.query('select pg_try_advisory_lock($1) as mine', [advisoryLocks.logShipping]);
  if (!rows[0].mine) throw new Error('another process ships this log already');
}

export async function findCluster(client: pg.Client): Promise<ClusterFacts> {
  const { rows } = await client.query(
    `select current_setting('data_directory') as folder, left(pg_walfile_name(pg_current_wal_lsn()), 8) as timeline,
      (select setting::int from pg_settings where name = 'wal_segment_size') as segment`,
  );
  const [{ folder, timeline, segment }] = rows;
  return { folder, timeline: Number.parseInt(timeline, 16), segmentBytes: segment };
}

/** How large all databases of a cluster are. */
export async function bytesOfCluster(client: pg.Client): Promise<number> {
  const { rows } = await client.query('select sum(pg_database_size(oid))::float8 as bytes from pg_database');
  return rows[0].bytes;
}

/**
 * Commits a word that says nothing. The log then holds a moment at or after which it can be stopped, even where nobody writes.
 * @returns the moment, and how far the log is on the disk: with everything that was acknowledged until then.
 */
export async function markMoment(client: pg.Client): Promise<{ at: Date; flushed: Position }> {
  const marked = await client.query(`select clock_timestamp() as at, pg_logical_emit_message(true, 'holoholo', '')`);
  const { rows } = await client.query('select pg_current_wal_flush_lsn()::text as flushed');
  return { at: marked.rows[0].at, flushed: parsePosition(rows[0].flushed) };
}

/** From where on the log is kept for a stretch; undefined where PostgreSQL keeps none for it, or does no more. */
export async function findKept(client: pg.Client, stretch: string): Promise<Position | undefined> {
  const { rows } = await client.query(
    `select restart_lsn::text as kept from pg_replication_slots
      where slot_name = $1 and restart_lsn is not null and wal_status <> 'lost'`,
    [slotOf(stretch)],
  );
  return rows[0] && parsePosition(rows[0].kept);
}

/** Has the log kept for a new stretch, and no more for earlier ones. @returns the beginning of the first file that is kept whole */
export async function keepLogFor(
  client: pg.Client,
  stretch: string,
  { segmentBytes }: ClusterFacts,
): Promise<Position> {
  await client.query(
    'select pg_drop_replication_slot(slot_name) from pg_replication_slots where starts_with(slot_name, $1)',
    [slotPrefix],
  );
  await client.query('select pg_create_physical_replication_slot($1, true)', [slotOf(stretch)]);
  const kept = (await findKept(client, stretch))!;
  return kept - (kept % BigInt(segmentBytes));
}

/** Lets PostgreSQL forget what was shipped. */
export async function releaseLog(client: pg.Client, stretch: string, shipped: Position): Promise<void> {
  await client.query('select pg_replication_slot_advance($1, $2::pg_lsn)', [slotOf(stretch), writePosition(shipped)]);
}

/** What PostgreSQL says of a copy of its files that was made while it ran. */
export interface CopiedWhileRunning {
  /** Its backup_label, which goes into the copy. */
  label: string;
  /** The first file of the log that is needed to use it, and the last. */
  firstSegment: string;
  lastSegment: string;
  /** From which moment on it can be used. */
  stoppedAt: Date;
}

/** Copies the files of a cluster while it runs: `copy` is told where they are, and may find them changing under its hands. */
export async function copyWhileRunning(
  client: pg.Client,
  cluster: ClusterFacts,
  copy: () => Promise<void>,
): Promise<CopiedWhileRunning> {
  const { rows } = await client.query(`select pg_backup_start('holoholo', fast => true)::text as begun`);
  await copy();
  const stopped = await client.query('select labelfile as label from pg_backup_stop(wait_for_archive => false)');
  const { at, flushed } = await markMoment(client);
  const segment = (position: Position) => segmentOf(position, cluster.timeline, cluster.segmentBytes);
  return {
    label: stopped.rows[0].label,
    firstSegment: segment(parsePosition(rows[0].begun)),
    lastSegment: segment(flushed),
    stoppedAt: at,
  };
}
