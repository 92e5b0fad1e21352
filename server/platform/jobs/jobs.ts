import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type pg from 'pg';
import { PgBoss } from 'pg-boss';
import { hawaiiDay } from '../../../contract/hawaii-time.ts';
import { afterCommit, type Db, isUnavailable, type Tx, withTransaction } from '../database/database.ts';
import { inSpan } from '../tracing/tracing.ts';
import { JobWorker, type TakenJob } from './job-worker.ts';
import {
  beginTurn,
  claimDay,
  endTurn,
  handBack,
  handBackTurn,
  type JobAttempt,
  keepJob,
  putBehindFirstTries,
} from './jobs.store.ts';
import { type JobData, type JobName, jobSchema, queues, type RecurringName, recurringQueues } from './queues.ts';

export type { JobData, JobName, Mail, RecurringName } from './queues.ts';

/** How much of its time a job may use; the rest is for writing down how it ended. */
const usableShare = 5 / 6;
/** A process that stops is gone by then, with whatever of it did not end when it was told to. */
const goneAfterSeconds = 3;
/** How long to wait before it is tried once more to write down how a job ended. */
const settleAgainMs = 500;

/** Lets pg-boss run its statements in a transaction of ours. */
const within = (tx: Tx) => ({
  executeSql: async (text: string, values?: unknown[]) =>
    await tx.executeQuery(CompiledQuery.raw(text, values ? [...values] : [])),
});

class NotYet extends Error {}

/** Does recurring work, until its signal says that it is no longer this process's to do. */
type Turn = (signal: AbortSignal) => Promise<void>;

/** How the jobs of a queue are done. */
interface Work<Data> {
  groupOf: (data: Data) => string;
  heartbeatSeconds: number | undefined;
  /** Is told before it is done. */
  begin?: (attempt: JobAttempt) => Promise<void>;
  handler: (data: Data, signal: AbortSignal, id: string) => Promise<void>;
  settle: (attempt: JobAttempt, failure?: Error) => Promise<void>;
  /** Is told when it is given back instead. */
  givenBack?: (attempt: JobAttempt) => Promise<void>;
}

/** Sends jobs inside transactions and works on them; several processes share the queues without doing a job twice at once. */
export class Jobs {
  readonly #boss: PgBoss;
  readonly #pool: pg.Pool;
  readonly #onError: (error: Error) => void;
  readonly #boundDays: boolean;
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #workers = new Map<JobName | RecurringName, JobWorker>();

  /** @param given.boundDays whether daily work waits for its day to have come by the database's clock, too */
  constructor(pool: pg.Pool, onError: (error: Error) => void, given: { boundDays?: boolean } = {}) {
    this.#boundDays = given.boundDays ?? false;
    this.#boss = new PgBoss({
      // The object form of a query keeps these out of the named statements.
      db: { executeSql: async (text, values) => await pool.query({ text, values: values ?? [] }) },
      schema: jobSchema,
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
    const priority = queues[name].priorityOf?.(data) ?? 0;
    await this.#boss.send(name, data, { ...(group && { group: { id: group } }), priority, db: within(tx) });
  }

  /**
   * Starts doing jobs of a name, several side by side and each for itself: one that throws is tried again later, with growing
   * delays, and keeps none of the others from being done. What was done is deleted at once, as a mail holds what opens an
   * account. A process that ends in between leaves the job to be done once more; none is lost. One that was held up until another has its
   * job by now settles nothing of it any more. What a stop breaks off is handed back, and was no try.
   * @param handler ends when its signal is aborted, which says that the job's time is over, that another has it, or that the process stops;
   * `id` is the job's, however often it is done.
   */
  async work<N extends JobName>(
    name: N,
    handler: (data: JobData[N], signal: AbortSignal, id: string) => Promise<void>,
  ): Promise<void> {
    this.#take<JobData[N]>(name, queues[name], {
      groupOf: (data) => queues[name].groupOf?.(data) ?? '',
      heartbeatSeconds: queues[name].settings.heartbeatSeconds,
      handler,
      settle: (attempt, failure) => (failure ? this.#tryLater(name, attempt, failure) : this.#forget(name, attempt)),
    });
  }

  #take<Data>(
    name: JobName | RecurringName,
    places: ConstructorParameters<typeof JobWorker>[0],
    { groupOf, heartbeatSeconds, begin, handler, settle, givenBack }: Work<Data>,
  ): void {
    const take = async (withoutGroups: string[]): Promise<TakenJob | undefined> => {
      const [job] = await this.#boss.fetch<Data>(name, { ignoreGroups: withoutGroups });
      if (!job) return undefined;
      const { id, retryCount, data, expireInSeconds } = job;
      const attempt = { id, retryCount };
      const over = AbortSignal.timeout(Math.floor(expireInSeconds * usableShare * 1_000));
      const lost = new AbortController();
      let isAbandoned = false;
      const giveBack = async (seconds: number) => {
        await givenBack?.(attempt).catch(this.#onError);
        await handBack(this.#pool, name, attempt, seconds).catch(this.#onError);
      };
      const run = async (stopping: AbortSignal) => {
        const endHeartbeat = this.#beat(name, attempt, heartbeatSeconds, lost);
        await begin?.(attempt).catch(this.#onError);
        const signal = AbortSignal.any([over, stopping, lost.signal]);
        const attributes = {
          'messaging.system': 'pg-boss',
          'messaging.destination.name': name,
          'messaging.message.id': id,
        };
        const span = { name: `job ${name}`, kind: 'CONSUMER' as const, attributes, isRoot: true };
        const failure = await inSpan(span, () => handler(data, signal, id)).catch((error: Error) => error);
        endHeartbeat();
        if (isAbandoned) return;
        if (failure && stopping.aborted) await giveBack(0);
        else await this.#untilSettled(() => settle(attempt, failure ?? undefined), AbortSignal.any([over, stopping]));
      };
      const abandon = async () => {
        isAbandoned = true;
        await giveBack(goneAfterSeconds);
      };
      return { group: groupOf(data), run, abandon };
    };
    this.#workers.set(name, new JobWorker(places, take, this.#onError));
  }

  /**
   * Writes down how a job ended, and while the database is away tries again for as long as the job is ours: what was done and is not
   * written down is done once more by the next.
   */
  async #untilSettled(settle: () => Promise<void>, over: AbortSignal): Promise<void> {
    for (;;) {
      try {
        return await settle();
      } catch (error) {
        this.#onError(error as Error);
        if (over.aborted || !isUnavailable(error)) return;
      }
      await sleep(settleAgainMs, undefined, { signal: over }).catch(() => {});
    }
  }

  /** Says every few seconds that a job is still worked on, where its queue asks for that, until somebody else has it. @returns what ends it */
  #beat(name: string, attempt: JobAttempt, seconds: number | undefined, lost: AbortController): () => void {
    if (!seconds) return () => {};
    const beat = async () => {
      if (!(await keepJob(this.#pool, name, attempt))) lost.abort(new Error(`${name} is done by another by now`));
    };
    const timer = setInterval(() => void beat().catch(this.#onError), (seconds * 1_000) / 4);
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
   * processes ask for it. A run that throws is reported, and done again in the next span; one that a stop breaks off is for another process.
   * @param handler ends when its signal is aborted, as that of `work` does: the work is another's then.
   */
  async every(name: RecurringName, seconds: number, handler: Turn): Promise<void> {
    this.#takeTurns(name, Math.max(0.5, Math.min(5, seconds / 2)), handler);
    const ask = () => this.#boss.send(name, null, { singletonSeconds: seconds }).then(() => {}, this.#onError);
    this.#timers.push(setInterval(ask, seconds * 1000).unref());
    await ask();
  }

  /**
   * Does work once on each day of Hawaiʻi, from an hour on, however many processes ask for it; a day's work that no process was there
   * for is done by the next one of that day. A run that throws is tried again five times. Where it was never done it is due at once.
   * @param handler ends when its signal is aborted, as that of `work` does.
   * @returns asks now whether it is due, as it does each minute.
   */
  async daily(
    name: RecurringName,
    hour: number,
    { db, clock }: { db: Db; clock: { now(): Date } },
    handler: Turn,
  ): Promise<() => Promise<void>> {
    this.#takeTurns(name, 5, handler);
    const ask = async () => {
      const day = hawaiiDay(new Date(clock.now().getTime() - hour * 3_600_000));
      await withTransaction(db, async (tx) => {
        const claimed = await claimDay(tx, name, day, this.#boundDays);
        if (claimed === 'ahead') throw new Error(`the clock here says ${day}, which has not come: ${name} is not done`);
        if (!claimed) return;
        // Where the day before is still being done, this one is asked for again.
        if (!(await this.#boss.send(name, null, { db: within(tx) }))) throw new NotYet();
      }).catch((error) => error instanceof NotYet || this.#onError(error));
    };
    this.#timers.push(setInterval(ask, 60_000).unref());
    await ask();
    return ask;
  }

  /** One turn at a time here, and one of all processes: a run that has lost its turn is told to end well before another is begun. */
  #takeTurns(name: RecurringName, pollSeconds: number, handler: Turn): void {
    const settings: { expireInSeconds: number; heartbeatSeconds?: number } = recurringQueues[name];
    this.#take<null>(
      name,
      { pollSeconds, places: 1 },
      {
        groupOf: () => '',
        heartbeatSeconds: settings.heartbeatSeconds,
        begin: (attempt) => beginTurn(this.#pool, name, attempt),
        handler: (_, signal) => handler(signal),
        givenBack: (attempt) => handBackTurn(this.#pool, name, attempt),
        settle: async (attempt, failure) => {
          await endTurn(this.#pool, name, attempt, failure).catch(this.#onError);
          if (!failure) return void (await this.#boss.complete(name, attempt));
          this.#onError(failure);
          await this.#boss.fail(name, attempt, { message: failure.message });
        },
      },
    );
  }

  /** Ends what is in hand, or hands it back, within 3.4 seconds; work can be asked for until `stop`. */
  async endWork(): Promise<void> {
    for (const timer of this.#timers) clearInterval(timer);
    await Promise.all([...this.#workers.values()].map((worker) => worker.stop()));
  }

  /** Ends work, and all else. */
  async stop(): Promise<void> {
    await this.endWork();
    await this.#boss.stop({ graceful: false, close: false });
  }
}
