import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { afterCommit, type Connection, clientConfig, type Tx } from '../database/database.ts';
import { withClient } from '../database/database-client.ts';
import { retention } from '../retention.ts';
import { closeJobTables, setJobRights } from './job-rights.store.ts';
import { JobWorker, type TakenJob } from './job-worker.ts';
import { putBehindFirstTries } from './jobs.store.ts';

export interface Mail {
  to: string;
  subject: string;
  text: string;
  html?: string;
}

/** The work that is done after a transaction, with what each job carries. A job is a row of the transaction that asked for it. */
export interface JobData {
  /** A mail that somebody waits for, and that is worth nothing from `expiresAt` (ISO 8601) on. */
  'sign-in-mail': Mail & { expiresAt: string };
  mail: Mail;
}
export type JobName = keyof JobData;

/**
 * A job that took `expireInSeconds` is given to another worker. It ends before: what is cut off can be sent again, and what goes on
 * would be sent twice. A mail server may take eight seconds for each of the five steps of a mail.
 */
const queues = {
  // No dead letters: when a link's time is over, the mail that holds it is dropped.
  'sign-in-mail': {
    settings: { retryLimit: 20, retryDelay: 2, retryDelayMax: 60, expireInSeconds: 60, retentionSeconds: 3_600 },
    deadLetters: false,
    pollSeconds: 1,
  },
  mail: {
    settings: { retryLimit: 10, retryDelay: 5, retryDelayMax: 3_600, expireInSeconds: 60 },
    deadLetters: true,
    pollSeconds: 2,
  },
} as const;
/** Work that comes again by itself and carries nothing. Of a run that its process did not survive the rest is given up after so long. */
const recurringQueues = {
  rollup: { expireInSeconds: 300 },
  partitions: { expireInSeconds: 60 },
  tidy: { expireInSeconds: 3_000 },
  'mail-watch': { expireInSeconds: 60 },
} as const;
export type RecurringName = keyof typeof recurringQueues;
/** Exclusive: never two of them waiting or running. The next turn is the retry. */
const recurringPolicy = 'exclusive';
const policies = Object.fromEntries(Object.keys(recurringQueues).map((name) => [name, recurringPolicy]));

const schema = 'jobs';
/** How much of its time a job may use; the rest is for writing down how it ended. */
const usableShare = 5 / 6;
const domainOf = ({ to }: Mail) => to.slice(to.lastIndexOf('@') + 1).toLowerCase();
/** Where a job goes that failed for the last time; who it was for and its subject are kept for a person to look at. */
const deadLetterOf = (name: JobName) => `${name}-dead`;

/** Makes or upgrades the queue tables and queues, as the owner, and says what the application may do with them. */
export async function installJobs(connection: Connection): Promise<void> {
  await withClient(connection, { application_name: 'holoholo jobs' }, async (client) => {
    await closeJobTables(client, policies);
    await makeQueues(connection);
    await setJobRights(client);
  });
}

async function makeQueues(connection: Connection): Promise<void> {
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
    for (const [name, queue] of Object.entries(queues)) {
      const deadLetter = queue.deadLetters ? deadLetterOf(name as JobName) : undefined;
      if (deadLetter) {
        const kept = { retryLimit: 0, retentionSeconds: retention.deadLetterDays * 86_400 };
        await boss.createQueue(deadLetter, { ...kept, deleteAfterSeconds: 0 });
        await boss.updateQueue(deadLetter, kept);
      }
      const settings = { ...queue.settings, retryBackoff: true };
      await boss.createQueue(name, { ...settings, ...(deadLetter && { deadLetter }), notify: false });
      await boss.updateQueue(name, settings);
    }
    for (const [name, options] of Object.entries(recurringQueues)) {
      const settings = { ...options, retryLimit: 0, deleteAfterSeconds: 86_400 };
      await boss.createQueue(name, { ...settings, policy: recurringPolicy, notify: false });
      await boss.updateQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Sends jobs inside transactions and works on them; several processes share the queues without doing a job twice at once. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #workers = new Map<JobName, JobWorker>();

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
      // How soon what a dead process had in hand is given to another; by default a minute.
      superviseIntervalSeconds: 10,
      monitorIntervalSeconds: 10,
    });
    this.#pool = pool;
    this.#boss.on('error', onError);
    this.#onError = onError;
  }

  async start(): Promise<void> {
    await this.#boss.start();
  }

  /**
   * Asks for work as part of a transaction: if it is rolled back, the work never was. Once it is committed a worker of this
   * process looks for it at once.
   */
  async send<N extends JobName>(tx: Tx, name: N, data: JobData[N]): Promise<void> {
    const worker = this.#workers.get(name);
    if (worker) afterCommit(tx, name, () => worker.wake());
    await this.#boss.send(name, data, {
      group: { id: domainOf(data) },
      db: {
        executeSql: async (text, values) => await tx.executeQuery(CompiledQuery.raw(text, values ? [...values] : [])),
      },
    });
  }

  /**
   * Starts doing jobs of a name, several side by side and each for itself: one that throws is tried again later, with growing
   * delays, and keeps none of the others from being done. What was done is deleted at once, as a mail holds what opens an
   * account. A process that ends in between leaves the job to be done once more; none is lost.
   * @param handler ends when its signal is aborted, which says that the job's time is over or the process stops.
   */
  async work<N extends JobName>(
    name: N,
    handler: (data: JobData[N], signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const take = async (withoutGroups: string[]): Promise<TakenJob | undefined> => {
      const [job] = await this.#boss.fetch<JobData[N]>(name, { ignoreGroups: withoutGroups });
      if (!job) return undefined;
      const { id, data, expireInSeconds } = job;
      const over = AbortSignal.timeout(expireInSeconds * usableShare * 1_000);
      const run = async (stopping: AbortSignal) => {
        const ended = await handler(data, AbortSignal.any([over, stopping])).catch((error: Error) => error);
        await (ended ? this.#tryLater(name, id, ended) : this.#forget(name, id)).catch(this.#onError);
      };
      return { group: domainOf(data), run };
    };
    this.#workers.set(name, new JobWorker(queues[name].pollSeconds, take, this.#onError));
  }

  /** Tries twice, perhaps on another connection: what was done and stays here is done again. */
  async #forget(name: JobName, id: string): Promise<void> {
    await this.#boss.deleteJob(name, id).catch(() => this.#boss.deleteJob(name, id));
  }

  async #tryLater(name: JobName, id: string, error: Error & { code?: string; responseCode?: number }): Promise<void> {
    await putBehindFirstTries(this.#pool, name, id).catch(this.#onError);
    // Its code alone: what a mail server says names the person.
    await this.#boss.fail(name, id, { code: error.code ?? null, response: error.responseCode ?? null });
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

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    await this.#boss.stop({ graceful: true, timeout: 3_000, close: false });
  }
}
