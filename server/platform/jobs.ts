import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { appRole, type Connection, clientConfig, type Tx } from './database.ts';

/** The work that is done after a transaction, with what each job carries. A job is a row of the transaction that asked for it. */
export interface JobData {
  mail: { to: string; subject: string; text: string; html?: string };
}
export type JobName = keyof JobData;

const queues: Record<
  JobName,
  { retryLimit: number; retryDelay: number; retryDelayMax: number; expireInSeconds: number }
> = {
  mail: { retryLimit: 10, retryDelay: 5, retryDelayMax: 3_600, expireInSeconds: 60 },
};
/** Work that comes again by itself and carries nothing. Of a run that its process did not survive the rest is given up after so long. */
const recurringQueues = {
  rollup: { expireInSeconds: 300 },
  partitions: { expireInSeconds: 60 },
  tidy: { expireInSeconds: 60 },
} as const;
export type RecurringName = keyof typeof recurringQueues;

const schema = 'jobs';
/** Where a job goes that failed for the last time, kept for a person to look at and start again. */
const deadLetterOf = (name: JobName) => `${name}-dead`;

/** Makes or upgrades the queue tables and queues, as the owner. */
export async function installJobs(connection: Connection): Promise<void> {
  const { host, port, database, user, connectionString } = clientConfig(connection);
  const boss = new PgBoss({
    ...(connectionString ? { connectionString } : { host, port, database, user }),
    schema,
    supervise: false,
    schedule: false,
    max: 2,
  });
  boss.on('error', () => {});
  await boss.start();
  try {
    for (const name of Object.keys(queues) as JobName[]) {
      await boss.createQueue(deadLetterOf(name), {
        retryLimit: 0,
        deleteAfterSeconds: 0,
        retentionSeconds: 90 * 86_400,
      });
      await boss.createQueue(name, {
        ...queues[name],
        retryBackoff: true,
        deadLetter: deadLetterOf(name),
        notify: false,
      });
      await boss.updateQueue(name, { ...queues[name], retryBackoff: true });
    }
    for (const [name, options] of Object.entries(recurringQueues)) {
      // Exclusive: never two of them waiting or running. The next turn is the retry.
      const settings = { ...options, retryLimit: 0, deleteAfterSeconds: 86_400 };
      await boss.createQueue(name, { ...settings, policy: 'exclusive', notify: false });
      await boss.updateQueue(name, settings);
    }
    const db = boss.getDb();
    await db.executeSql(`grant usage on schema ${schema} to ${appRole}`);
    await db.executeSql(`grant select, insert, update, delete on all tables in schema ${schema} to ${appRole}`);
    await db.executeSql(`grant execute on all functions in schema ${schema} to ${appRole}`);
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Sends jobs inside transactions and works on them; several processes share the queues without doing a job twice at once. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #onError: (error: Error) => void;
  readonly #timers: NodeJS.Timeout[] = [];

  constructor(pool: pg.Pool, onError: (error: Error) => void) {
    this.#boss = new PgBoss({
      // The object form of a query keeps these out of the named statements.
      db: { executeSql: async (text, values) => await pool.query({ text, values: values ?? [] }) },
      schema,
      migrate: false,
      createSchema: false,
      reindex: false,
      schedule: false,
      monitorVacuum: false,
    });
    this.#boss.on('error', onError);
    this.#onError = onError;
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /** Asks for work as part of a transaction: if it is rolled back, the work never was. */
  async send<N extends JobName>(tx: Tx, name: N, data: JobData[N]): Promise<void> {
    await this.#boss.send(name, data, {
      db: {
        executeSql: async (text, values) => await tx.executeQuery(CompiledQuery.raw(text, values ? [...values] : [])),
      },
    });
  }

  /**
   * Starts doing jobs of a name. A handler that throws is tried again later, with growing delays; what was done is deleted at
   * once, as a mail holds what opens an account.
   */
  async work<N extends JobName>(name: N, handler: (data: JobData[N]) => Promise<void>): Promise<void> {
    await this.#boss.work<JobData[N]>(name, { pollingIntervalSeconds: 0.5, batchSize: 1 }, async (jobs) => {
      for (const { id, data } of jobs) {
        await handler(data);
        // Done is done: without this it would be completed, and deleted in a week.
        await this.#boss.deleteJob(name, id).catch(this.#onError);
      }
    });
  }

  /**
   * Does recurring work now and then every so many seconds, at most once in each span of that length however many
   * processes ask for it. A run that throws is reported, and done again in the next span.
   */
  async every(name: RecurringName, seconds: number, handler: () => Promise<void>): Promise<void> {
    const pollingIntervalSeconds = Math.max(0.5, Math.min(5, seconds / 2));
    await this.#boss.work(name, { pollingIntervalSeconds, batchSize: 1 }, async () => {
      await handler().catch((error: Error) => {
        this.#onError(error);
        throw error;
      });
    });
    const ask = () => this.#boss.send(name, null, { singletonSeconds: seconds }).then(() => {}, this.#onError);
    this.#timers.push(setInterval(ask, seconds * 1000).unref());
    await ask();
  }

  /** Seconds the oldest job that is due has waited, over all queues; 0 when none waits. */
  static async lagSeconds(pool: pg.Pool): Promise<number> {
    const { rows } = await pool.query<{ lag: number | null }>(
      `select extract(epoch from now() - min(start_after))::float8 as lag from ${schema}.job
        where state in ('created', 'retry') and start_after <= now() and name = any($1)`,
      [Object.keys(queues)],
    );
    return rows[0]?.lag ?? 0;
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await this.#boss.stop({ graceful: true, timeout: 3_000, close: false });
  }
}
