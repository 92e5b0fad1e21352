import pg from 'pg';
import { openStatement } from '../tracing/tracing.ts';
import type { Availability } from './availability.ts';
import type { SessionStart } from './session-start.store.ts';

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
  /** Told when the server was silent for too long, or turned out to be another one than was meant. */
  onDoubt = () => {};

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
      if (error.message === 'Query read timeout' || isReadOnly(error)) {
        void this.end().catch(() => {});
        this.onDoubt();
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

/** What a primary says that has become a standby: whoever was connected to it has to find the new one. */
const isReadOnly = (error: Error) => (error as { code?: string }).code === '25006';

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

/** What a careful pool needs beside the driver's options. */
interface Care {
  availability: Availability;
  start: SessionStart;
  /** Whether a pooler may be on the way, so that each session is told its settings once more. */
  mayBePooled: boolean;
  onLost: (error: Error) => void;
}

/** A pool that refuses while its server is away, and afterwards hands out no connection from before. */
export class CarefulPool extends pg.Pool {
  readonly #availability: Availability;
  readonly #start: SessionStart;
  readonly #madeAfter = new WeakMap<pg.PoolClient, number>();

  constructor(options: pg.PoolConfig, { availability, start, mayBePooled, onLost }: Care) {
    const verify = (client: pg.PoolClient, done: (error?: Error) => void) =>
      void start.say(client).then(() => done(), done);
    super({ ...options, Client: CarefulClient, ...(mayBePooled && { verify }) } as pg.PoolConfig);
    this.#availability = availability;
    this.#start = start;
    this.on('error', () => {}); // told by the client itself, below
    this.on('connect', (client) => {
      this.#madeAfter.set(client, availability.absences);
      client.on('error', onLost);
      (client as unknown as CarefulClient).onDoubt = () => availability.suspect();
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
      const client = await this.#connectOnce();
      if (this.#madeAfter.get(client) === this.#availability.absences) return client;
      client.release(true);
    }
  }

  async #connectOnce(): Promise<pg.PoolClient> {
    for (;;) {
      const { options } = this.#start;
      this.options.options = options;
      try {
        return await super.connect();
      } catch (error) {
        // Of several that were refused at once only the first finds it out.
        if (this.#start.isPacketRefused(error) || options !== this.#start.options) continue;
        this.#availability.suspect();
        throw error;
      }
    }
  }
}
