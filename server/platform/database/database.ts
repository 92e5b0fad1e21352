import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../../db/schema.ts';
import { openStatement } from '../tracing/tracing.ts';
import { Availability } from './availability.ts';
import { isRoleMissing } from './database-errors.ts';

export { isKnownAway, isUnavailable, mayGoBetter } from './database-errors.ts';
export { afterCommit, type TransactionOptions, withTransaction } from './transactions.ts';

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

/** By text: what varies in number is therefore sent as one array, `= any($1)` or `unnest($1)`, not as a list of parameters. */
const statementNames = new Map<string, string>();
const namedStatementLimit = 500;

/** The texts of all statements that this process has named so far. */
export const namedStatements = (): string[] => [...statementNames.keys()];

/**
 * Names every parameterised statement, so that PostgreSQL plans it once per connection (measured: 1.5 to 1.9 times), and
 * hangs up when an answer is overdue: the driver would keep the connection, with the next statement waiting behind the lost one.
 */
class CarefulClient extends pg.Client {
  /** Told when the server was silent for too long. */
  onSilence = () => {};

  // The driver's `query` has a dozen overloads; only the (text, values) form is changed, all others pass through.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(...given: any[]): any {
    const callback = typeof given.at(-1) === 'function' ? given.pop() : undefined;
    const send = (...all: unknown[]) => (super.query as (...all: unknown[]) => unknown)(...all);
    const span = openStatement(given[0]);
    const statement = named(given);
    const sent = statement
      ? new Promise((resolve, reject) => {
          send(statement, (error: Error | undefined, result: unknown) => (error ? reject(error) : resolve(result)));
        })
      : send(...given);
    if (!(sent instanceof Promise)) return sent;
    if (span)
      sent.then(
        () => span.end(),
        (error) => span.end({}, error),
      );
    const answered = sent.catch((error: Error) => {
      if (error.message === 'Query read timeout') {
        void this.end().catch(() => {});
        this.onSilence();
      }
      throw error;
    });
    if (!callback) return answered;
    answered.then(
      (result) => callback(undefined, result),
      (error) => callback(error),
    );
  }
}

/** A query as the driver makes it of a text, with a name: of an object it would first copy each property's descriptor. */
function named([text, values]: unknown[]): pg.Query | undefined {
  if (typeof text !== 'string' || !Array.isArray(values)) return undefined;
  let name = statementNames.get(text);
  if (!name && statementNames.size < namedStatementLimit) {
    name = `s${statementNames.size}`;
    statementNames.set(text, name);
  }
  return Object.assign(new pg.Query(text, values), { name });
}

/** Thrown instead of waiting for a database that is known to be away; PostgreSQL's own code for "cannot connect now". */
class DatabaseAway extends Error {
  readonly code = '57P03';
  constructor() {
    super('the database is away');
  }
}

/** A pool that refuses while its server is away, and afterwards hands out no connection from before. */
class CarefulPool extends pg.Pool {
  readonly #availability: Availability;
  readonly #madeAfter = new WeakMap<pg.PoolClient, number>();

  constructor(options: pg.PoolConfig, availability: Availability, onLost: (error: Error) => void) {
    super({ ...options, Client: CarefulClient } as pg.PoolConfig);
    this.#availability = availability;
    this.on('error', () => {}); // told by the client itself, below
    this.on('connect', (client) => {
      this.#madeAfter.set(client, availability.absences);
      client.on('error', onLost);
      (client as unknown as CarefulClient).onSilence = () => availability.suspect();
    });
  }

  // biome-ignore lint/suspicious/noExplicitAny: the driver's two overloads, of which its own `query` uses the second
  override connect(callback?: (...args: any[]) => void): any {
    const client = this.#checkOut();
    if (!callback) return client;
    client.then(
      (made) => callback(undefined, made, made.release),
      (error) => callback(error, undefined, () => {}),
    );
  }

  async #checkOut(): Promise<pg.PoolClient> {
    for (;;) {
      if (this.#availability.isAway) throw new DatabaseAway();
      const client = await super.connect().catch((error: Error) => {
        this.#availability.suspect();
        throw error;
      });
      if (this.#madeAfter.get(client) === this.#availability.absences) return client;
      client.release(true);
    }
  }
}

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
  default_transaction_isolation: 'read\\ committed',
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

/** Whether a new connection can be made and used within 2 s. */
async function reaches(config: pg.ClientConfig): Promise<boolean> {
  const client = new pg.Client({ ...config, connectionTimeoutMillis: 2_000, query_timeout: 2_000 });
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select 1');
    return true;
  } catch (error) {
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
  },
): Database {
  const { max, onError, onAvailability = () => {}, statementSeconds = 2, lockSeconds } = options;
  const session = { ...sessionSettings, ...(lockSeconds && { lock_timeout: `${lockSeconds}s` }) };
  const config: pg.ClientConfig = {
    ...clientConfig(connection),
    options: Object.entries(session)
      .map(([name, value]) => `-c ${name}=${value}`)
      .join(' '),
  };
  const availability = new Availability(() => reaches(config), onAvailability);
  let isClosing = false;
  const onLost = (error: Error) => {
    if (!isClosing && !availability.isInDoubt) onError(error);
    availability.suspect();
  };
  const settings: pg.PoolConfig = {
    ...config,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    query_timeout: statementSeconds * 1000,
    // A little less, so that it is the server that ends what is slow and the connection can be kept.
    statement_timeout: statementSeconds * 1000 - 100,
    // A client that was cut off in a transaction holds its locks, and a retry waits for them, for so long at most.
    idle_in_transaction_session_timeout: Math.max(3, statementSeconds) * 1000,
    application_name: 'holoholo',
  };
  const pool = new CarefulPool(settings, availability, onLost);
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const few = new CarefulPool({ ...settings, max: 2 }, availability, onLost);
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
