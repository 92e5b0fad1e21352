import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../../db/schema.ts';
import { Availability } from './availability.ts';
import { CarefulPool } from './careful-pool.ts';
import { isRoleMissing } from './database-errors.ts';
import { SessionStart } from './session-start.store.ts';

export { namedStatements } from './careful-pool.ts';
export { isKnownAway, isUnavailable, mayGoBetter } from './database-errors.ts';
export { afterCommit, readAtOnce, type TransactionOptions, withTransaction } from './transactions.ts';

/** Where a query runs: the pool, or one transaction. Store functions take this and nothing else of the server. */
export type Db = Kysely<Tables>;

/** Inside a transaction; functions that must not run alone ask for this type. */
export type Tx = Transaction<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  /** A few connections of their own for what is asked on the way into the work, and must not wait for those it holds. */
  aside: Db;
  close(): Promise<void>;
}

/** How to reach the server: a URL, or the private socket of the embedded one. */
export type Connection = { url: string } | { socketDir: string; port: number; database: string; user: string };

/** The role the application works under: not the owner, so that grants and row security bind it. */
export const appRole = 'holoholo_app';

/**
 * How the application connects: to our own server as the restricted role itself, so that nothing it could be made to say leads
 * back to the owner; to the server of a URL as the URL's user, who then takes the role and in production owns nothing either.
 */
export function asApplication(connection: Connection): Connection {
  return 'url' in connection ? connection : { ...connection, user: appRole };
}

// int8 and numeric arrive as text by default; ours fit a double exactly (ids, cents, rates).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A calendar day has no time zone; as a Date it would get one.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

/** Connection options of the driver for either kind of server. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  if ('url' in connection) return { connectionString: connection.url, keepAlive: true };
  return { host: connection.socketDir, port: connection.port, database: connection.database, user: connection.user };
}

/**
 * What a session relies on, said at its start: a role may give itself other settings, for good and for all its sessions, up to a
 * library that is not there and lets none begin.
 */
const sessionSettings = {
  role: appRole,
  TimeZone: 'UTC',
  search_path: 'public',
  default_transaction_read_only: 'off',
  default_transaction_isolation: 'read committed',
  lock_timeout: '0',
  idle_session_timeout: '0',
  local_preload_libraries: '',
  standard_conforming_strings: 'on',
  DateStyle: 'ISO',
  IntervalStyle: 'postgres',
  bytea_output: 'hex',
  // What is open is guessed at thousands of times its rows: to start helpers for them, or to compile the statement, takes longer than to
  // read them.
  max_parallel_workers_per_gather: '0',
  jit: 'off',
};

/** How long a connection to a replica may take, in milliseconds. */
const replicaPatienceMs = 500;

/** What can be reached: a server that takes writes, or any. */
type Wanted = 'primary' | 'any';

/** Whether a new connection can be made and used within 2 s, and leads to such a server as is wanted. */
async function reaches(config: pg.ClientConfig, start: SessionStart, wanted: Wanted): Promise<boolean> {
  const { options } = start;
  const client = new pg.Client({ ...config, options, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query('select pg_is_in_recovery() as "isStandby"');
    return wanted === 'any' || !rows[0].isStandby;
  } catch (error) {
    if (start.isPacketRefused(error)) return await reaches(config, start, wanted);
    // It is there: busy with too many connections, or so new that it has not the role of the application yet.
    return (error as { code?: string }).code === '53300' || isRoleMissing(error);
  } finally {
    void client.end().catch(() => {});
  }
}

/**
 * Opens a pool under the restricted role. Every wait is bounded: for a connection 2 s, a statement 2 s, idle in a
 * transaction 3 s. Without bounds the driver waits for ever on a silent network.
 * @param max connections, beside two for what is asked aside; the embedded server allows 40 in all.
 * @param lockSeconds how long to wait for a lock, where that is less than for a statement: others wait behind whoever waits.
 * @param isReplica only to be read: it is waited for a moment alone, as the primary can be asked as well.
 * @param onError told of a lost connection, of several at once only of the first.
 * @param onAvailability told when the server turns out to be away, and when it is back.
 */
export function openDatabase(
  connection: Connection,
  options: {
    max: number;
    onError: (error: Error) => void;
    onAvailability?: (isAway: boolean) => void;
    statementSeconds?: number;
    lockSeconds?: number;
    isReplica?: boolean;
  },
): Database {
  const { max, onError, onAvailability = () => {}, statementSeconds = 2, lockSeconds, isReplica = false } = options;
  const start = new SessionStart({
    ...sessionSettings,
    ...(isReplica && { default_transaction_read_only: 'on' }),
    ...(lockSeconds && { lock_timeout: `${lockSeconds}s` }),
    // A little less than the driver waits, so that it is the server that ends what is slow and the connection can be kept.
    statement_timeout: String(statementSeconds * 1000 - 100),
    // A client that was cut off in a transaction holds its locks, and a retry waits for them, for so long at most.
    idle_in_transaction_session_timeout: String(Math.max(3, statementSeconds) * 1000),
  });
  const config = clientConfig(connection);
  const availability = new Availability(() => reaches(config, start, isReplica ? 'any' : 'primary'), onAvailability);
  let isClosing = false;
  const onLost = (error: Error) => {
    if (!isClosing && !availability.isInDoubt) onError(error);
    availability.suspect();
  };
  const settings: pg.PoolConfig = {
    ...config,
    max,
    connectionTimeoutMillis: isReplica ? replicaPatienceMs : 2_000,
    idleTimeoutMillis: 60_000,
    query_timeout: statementSeconds * 1000,
    application_name: 'holoholo',
  };
  const care = { availability, start, mayBePooled: 'url' in connection, onLost };
  const pool = new CarefulPool(settings, care);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const few = new CarefulPool({ ...settings, max: 2 }, care);
  const aside = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: few }) });
  const close = async () => {
    isClosing = true;
    availability.close();
    await Promise.all([db.destroy(), aside.destroy()]);
    // Kysely ends no pool that it never asked, and an idle connection holds the process for a minute.
    await Promise.all([pool, few].filter((one) => !one.ended).map((one) => one.end()));
  };
  return { db, pool, aside, close };
}
