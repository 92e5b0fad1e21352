import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { afterCommit, type Connection, clientConfig, type Db, type Tx, withTransaction } from '../database/database.ts';
import { withClient } from '../database/database-client.ts';
import { closeJobTables, setJobRights } from './job-rights.store.ts';
import { JobWorker, type TakenJob } from './job-worker.ts';
import { claimDay, type JobAttempt, putBehindFirstTries } from './jobs.store.ts';
import {
  deadLetterOf,
  deadLetterSettings,
  type JobData,
  type JobName,
  jobNames,
  queues,
  type RecurringName,
  recurringPolicy,
  recurringQueues,
} from './queues.ts';

export type { JobData, JobName, Mail, RecurringName } from './queues.ts';

const policies = Object.fromEntries(Object.keys(recurringQueues).map((name) => [name, recurringPolicy]));

const schema = 'jobs';
/** How much of its time a job may use; the rest is for writing down how it ended. */
const usableShare = 5 / 6;

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
    for (const name of jobNames) {
      const deadLetter = queues[name].deadLetters ? deadLetterOf(name) : undefined;
      if (deadLetter) {
        await boss.createQueue(deadLetter, { ...deadLetterSettings, deleteAfterSeconds: 0 });
        await boss.updateQueue(deadLetter, deadLetterSettings);
      }
      const settings = { ...queues[name].settings, retryBackoff: true };
      await boss.createQueue(name, { ...settings, ...(deadLetter && { deadLetter }), notify: false });
      await boss.updateQueue(name, settings);
    }
    for (const [name, options] of Object.entries(recurringQueues)) {
      const settings = { ...options, deleteAfterSeconds: 86_400 };
      await boss.createQueue(name, { ...settings, policy: recurringPolicy, notify: false });
      await boss.updateQueue(name, settings);
    }
  } finally {
    await boss.stop({ graceful: false });
  }
}

/** Lets pg-boss run its statements in a transaction of ours. */
const within = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) =>
    await tx.executeQuery(CompiledQuery.raw(text, values ? [...values] : [])),
});

class NotYet extends Error {}

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
    const group = queues[name].groupOf?.(data);
    await this.#boss.send(name, data, { ...(group && { group: { id: group } }), db: within(tx) });
  }

  /**
   * Starts doing jobs of a name, several side by side and each for itself: one that throws is tried again later, with growing
   * delays, and keeps none of the others from being done. What was done is deleted at once, as a mail holds what opens an
   * account. A process that ends in between leaves the job to be done once more; none is lost. One that was held up until another has its
   * job by now settles nothing of it any more.
   * @param handler ends when its signal is aborted, which says that the job's time is over or the process stops.
   */
  async work<N extends JobName>(
    name: N,
    handler: (data: JobData[N], signal: AbortSignal) => Promise<void>,
  ): Promise<void> {
    const take = async (withoutGroups: string[]): Promise<TakenJob | undefined> => {
      const [job] = await this.#boss.fetch<JobData[N]>(name, { ignoreGroups: withoutGroups });
      if (!job) return undefined;
      const { id, retryCount, data, expireInSeconds } = job;
      const attempt = { id, retryCount };
      const over = AbortSignal.timeout(Math.floor(expireInSeconds * usableShare * 1_000));
      const run = async (stopping: AbortSignal) => {
        const endHeartbeat = this.#beat(name, attempt);
        const ended = await handler(data, AbortSignal.any([over, stopping])).catch((error: Error) => error);
        endHeartbeat();
        await (ended ? this.#tryLater(name, attempt, ended) : this.#forget(name, attempt)).catch(this.#onError);
      };
      return { group: queues[name].groupOf?.(data) ?? '', run };
    };
    this.#workers.set(name, new JobWorker(queues[name], take, this.#onError));
  }

  /** Says every few seconds that a job is still worked on, where its queue asks for that. @returns what ends it */
  #beat(name: JobName, attempt: JobAttempt): () => void {
    const seconds = queues[name].settings.heartbeatSeconds;
    if (!seconds) return () => {};
    const timer = setInterval(() => void this.#boss.touch(name, attempt).catch(this.#onError), (seconds * 1_000) / 4);
    return () => clearInterval(timer);
  }

  /** Tries twice, perhaps on another connection: what was done and stays here is done again. */
  async #forget(name: JobName, attempt: JobAttempt): Promise<void> {
    await this.#boss.deleteJob(name, attempt).catch(() => this.#boss.deleteJob(name, attempt));
  }

  async #tryLater(
    name: JobName,
    attempt: JobAttempt,
    error: Error & { code?: string; responseCode?: number },
  ): Promise<void> {
    await putBehindFirstTries(this.#pool, name, attempt).catch(this.#onError);
    // Its code alone: what a mail server says names the person.
    await this.#boss.fail(name, attempt, { code: error.code ?? null, response: error.responseCode ?? null });
  }

  /**
   * Does recurring work now and then every so many seconds, at most once in each span of that length however many
   * processes ask for it. A run that throws is reported, and done again in the next span.
   */
  async every(name: RecurringName, seconds: number, handler: () => Promise<void>): Promise<void> {
    await this.#takeTurns(name, Math.max(0.5, Math.min(5, seconds / 2)), handler);
    const ask = () => this.#boss.send(name, null, { singletonSeconds: seconds }).then(() => {}, this.#onError);
    this.#timers.push(setInterval(ask, seconds * 1000).unref());
    await ask();
  }

  /**
   * Does work once on each day of Hawaiʻi, from an hour on, however many processes ask for it; a day's work that no process was there
   * for is done by the next one of that day. A run that throws is tried again five times. Where it was never done it is due at once.
   * @returns asks now whether it is due, as it does each minute.
   */
  async daily(
    name: RecurringName,
    hour: number,
    { db, clock }: { db: Db; clock: { now(): Date } },
    handler: () => Promise<void>,
  ): Promise<() => Promise<void>> {
    await this.#takeTurns(name, 5, handler);
    const ask = async () => {
      const day = hawaiiDay(new Date(clock.now().getTime() - hour * 3_600_000));
      await withTransaction(db, async (tx) => {
        if (!(await claimDay(tx, name, day))) return;
        // Where the day before is still being done, this one is asked for again.
        if (!(await this.#boss.send(name, null, { db: within(tx) }))) throw new NotYet();
      }).catch((error) => error instanceof NotYet || this.#onError(error));
    };
    this.#timers.push(setInterval(ask, 60_000).unref());
    await ask();
    return ask;
  }

  async #takeTurns(name: RecurringName, pollingIntervalSeconds: number, handler: () => Promise<void>): Promise<void> {
    await this.#boss.work(name, { pollingIntervalSeconds, batchSize: 1 }, async () => {
      await handler().catch((error: Error) => {
        this.#onError(error);
        throw error;
      });
    });
  }

  async stop(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
    await this.#boss.stop({ graceful: true, timeout: 3_000, close: false });
  }
}
