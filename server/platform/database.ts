import { Kysely, PostgresDialect, type Transaction } from 'kysely';
import pg from 'pg';
import type { Tables } from '../../db/schema.ts';

/** Where a query runs: the pool, or one transaction. Store functions take this and nothing else of the server. */
export type Db = Kysely<Tables>;

/** Inside a transaction; functions that must not run alone ask for this type. */
export type Tx = Transaction<Tables>;

export interface Database {
  db: Db;
  pool: pg.Pool;
  close(): Promise<void>;
}

/** How to reach the server: a URL, or the private socket of the embedded one. */
export type Connection = { url: string } | { socketDir: string; port: number; database: string; user: string };

/** The role the application works under: not the owner, so that grants and row security bind it. */
export const appRole = 'holoholo_app';

// int8 and numeric arrive as text by default; ours fit a double exactly (ids, cents, rates).
pg.types.setTypeParser(pg.types.builtins.INT8, Number);
pg.types.setTypeParser(pg.types.builtins.NUMERIC, Number);
// A calendar day has no time zone; as a Date it would get one.
pg.types.setTypeParser(pg.types.builtins.DATE, (day) => day);

const statementNames = new Map<string, string>();
const namedStatementLimit = 500;

/** Names every parameterised statement, so that PostgreSQL plans it once per connection (measured: 1.5 to 1.9 times). */
class NamedClient extends pg.Client {
  // The driver's `query` has a dozen overloads; only the (text, values) form is changed, all others pass through.
  // biome-ignore lint/suspicious/noExplicitAny: see above
  override query(...given: any[]): any {
    const [text, values, ...rest] = given;
    if (typeof text !== 'string' || !Array.isArray(values))
      return (super.query as (...all: unknown[]) => unknown)(...given);
    let name = statementNames.get(text);
    if (!name && statementNames.size < namedStatementLimit) {
      name = `s${statementNames.size}`;
      statementNames.set(text, name);
    }
    return (super.query as (...all: unknown[]) => unknown)({ name, text, values }, ...rest);
  }
}

/** Connection options of the driver for either kind of server. */
export function clientConfig(connection: Connection): pg.ClientConfig {
  if ('url' in connection) return { connectionString: connection.url, keepAlive: true };
  return { host: connection.socketDir, port: connection.port, database: connection.database, user: connection.user };
}

/**
 * Opens a pool under the restricted role. Every wait is bounded: connecting 2 s, a statement 2.5 s, idle in a
 * transaction 10 s. Without bounds the driver waits for ever on a silent network.
 * @param max connections; the embedded server allows 40 in all.
 * @param onError told of connections lost while idle, which would otherwise end the process.
 */
export function openDatabase(
  connection: Connection,
  { max, onError, statementSeconds = 2.5 }: { max: number; onError: (error: Error) => void; statementSeconds?: number },
): Database {
  const pool = new pg.Pool({
    ...clientConfig(connection),
    Client: NamedClient,
    max,
    connectionTimeoutMillis: 2_000,
    idleTimeoutMillis: 60_000,
    query_timeout: statementSeconds * 1000 + 200,
    statement_timeout: statementSeconds * 1000,
    idle_in_transaction_session_timeout: 10_000,
    application_name: 'holoholo',
    options: `-c role=${appRole} -c timezone=UTC`,
  } as pg.PoolConfig);
  pool.on('error', onError);
  pool.on('connect', (client) => client.on('error', onError));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  return { db, pool, close: () => db.destroy() };
}

/** Runs the work in one transaction: all of it is kept, or none. */
export function withTransaction<T>(db: Db, work: (tx: Tx) => Promise<T>): Promise<T> {
  return db.isTransaction ? work(db as Tx) : db.transaction().execute(work);
}

const lostConnection = new Set(['57P01', '57P02', '57P03', '08000', '08003', '08006', '53300', '57014', '25P03']);

/** Whether an error means that the database could not be asked, as opposed to having refused. */
export function isUnavailable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const code = (error as { code?: unknown }).code;
  if (typeof code === 'string' && (lostConnection.has(code) || /^E[A-Z]+$/.test(code))) return true;
  return /timeout|terminated|Connection ended|not queryable/i.test(error.message);
}
