import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { Clock } from '../context.ts';
import { type Connection, type Db, isUnavailable, openDatabase } from '../database/database.ts';
import { flushSecurityEvents, recordSecurityEvent } from '../security-events/security-events.ts';
import type { Settings } from '../settings.ts';
import { findUpkeep, isDue, noteFailure, noteSuccess, type UpkeepTask } from '../upkeep.store.ts';
import { LogShipper } from './log-shipper.ts';
import { connectToSource, lockShipping } from './source.store.ts';
import { tryArchive } from './try-archive.ts';

/** How often what was written is shipped, in milliseconds: less than a minute of it is lost with the disk. */
const shipEveryMs = 10_000;
/** How often that is noted where administrators see it. */
const noteEveryMs = 30_000;
/** When a base copy that failed is tried again. */
const againAfterMs = 600_000;
/** How often what was shipped is restored on trial. */
const tryEveryMs = 7 * 86_400_000;

interface Deps {
  settings: Settings;
  clock: Clock;
  /** How to reach the running server of ours as its superuser; undefined while there is none. */
  reach(): Connection | undefined;
  say(line: string): void;
}

/**
 * Ships the log of our own PostgreSQL until it is told to stop, and then once more; across restarts of the server, and from
 * where an earlier process stopped. A base copy is taken, and all of it restored on trial, whenever that is due, while the log goes on to be shipped.
 */
export async function shipLog(deps: Deps, signal: AbortSignal): Promise<void> {
  let said = '';
  const tell = (line: string) => {
    if (line !== said) deps.say(line);
    said = line;
  };
  while (!signal.aborted) {
    const connection = deps.reach();
    if (!connection) tell('The database does not run: its log is shipped as soon as it does.');
    else
      await shipFrom(connection, deps, tell, signal).catch((error: Error) => {
        if (signal.aborted) return;
        if (isUnavailable(error)) tell('The database has gone: its log is shipped as soon as it is back.');
        else tell(`The log was not shipped: ${error.message}. It is tried again.`);
      });
    await pause(signal);
  }
}

/** Ships from one running server until that ends. */
async function shipFrom(
  connection: Connection,
  deps: Deps,
  tell: (line: string) => void,
  signal: AbortSignal,
): Promise<void> {
  const client = await connectToSource(connection);
  const { db, close } = openDatabase(connection, { max: 1, onError: () => {} });
  const note = new Notes(db, deps.clock);
  try {
    // What keeps a second one out is no failure of the first.
    await lockShipping(client);
    await shipLocked(connection, client, deps, { tell, note }, signal).catch(async (error: Error) => {
      await note.failure('log-shipping', error);
      throw error;
    });
  } finally {
    await close();
    await client.end().catch(() => {});
  }
}

async function shipLocked(
  connection: Connection,
  client: pg.Client,
  deps: Deps,
  { tell, note }: { tell: (line: string) => void; note: Notes },
  signal: AbortSignal,
): Promise<void> {
  const { settings } = deps;
  const shipper = await LogShipper.begin(client, settings, deps.clock, deps.say);
  // A base copy of a server that is gone comes to nothing, and must not keep its log waiting once that is back.
  const ended = new AbortController();
  const whileShipping = AbortSignal.any([signal, ended.signal]);
  const tasks = tasksBeside(connection, deps, shipper, note, whileShipping);
  let beside: Promise<void> | undefined;
  try {
    for (let isLast = false; !isLast; ) {
      isLast = signal.aborted;
      const reached = await shipper.ship();
      const fault = await shipper.mirror().catch((error: Error) => error);
      await note.anchors(shipper.anchorProblem);
      const problems = [shipper.anchorProblem, fault && `files that people have sent are not copied: ${fault.message}`];
      const problem = problems.filter((one) => one !== undefined).join('; ');
      if (problem) {
        tell(`The log is shipped to ${settings.logArchive!.folder}, but ${problem}. It is tried again.`);
        await note.failure('log-shipping', new Error(problem));
      } else {
        tell(`The log is shipped to ${settings.logArchive!.folder}.`);
        await note.success('log-shipping', { reached: reached.toISOString() }, isLast);
      }
      if (!isLast && !beside)
        beside = doFirstDue(tasks, deps, note, whileShipping).finally(() => {
          beside = undefined;
        });
      if (!isLast) await pause(signal);
    }
  } finally {
    ended.abort();
    await beside;
  }
}

/** What takes long, and is done while the log goes on to be shipped: one at a time, so that none removes what another reads. */
interface TaskBeside {
  name: UpkeepTask;
  isDue(): Promise<boolean>;
  work(): Promise<Record<string, unknown>>;
  /** What is said of it. */
  done(figures: Record<string, unknown>): string;
  failed: string;
}

function tasksBeside(
  connection: Connection,
  { settings, clock }: Deps,
  shipper: LogShipper,
  note: Notes,
  signal: AbortSignal,
): TaskBeside[] {
  let baseAfter = 0;
  return [
    {
      name: 'base-copy',
      isDue: async () => performance.now() >= baseAfter && (await shipper.isBaseDue()),
      work: async () => {
        baseAfter = performance.now() + againAfterMs;
        return { bytes: await takeBase(connection, shipper, signal) };
      },
      done: ({ bytes }) => `A base copy was taken (${(Number(bytes) / 1e6).toFixed(1)} MB).`,
      failed: 'No base copy was taken',
    },
    {
      name: 'log-check',
      isDue: () => note.isDue('log-check', tryEveryMs, clock.now()),
      work: () => tryArchive(settings, signal),
      done: ({ restored }) => `The log was restored on trial, as of ${restored}.`,
      failed: 'The log could not be restored on trial',
    },
  ];
}

async function doFirstDue(
  tasks: readonly TaskBeside[],
  { say }: Deps,
  note: Notes,
  signal: AbortSignal,
): Promise<void> {
  for (const { name, isDue, work, done, failed } of tasks) {
    if (!(await isDue().catch(() => false))) continue;
    try {
      const figures = await work();
      await note.success(name, figures, true);
      say(done(figures));
    } catch (error) {
      // What the end of the shipping has ended has not failed.
      if (signal.aborted) return;
      say(`${failed}: ${(error as Error).message}`);
      await note.failure(name, error as Error);
    }
    return;
  }
}

async function takeBase(connection: Connection, shipper: LogShipper, signal: AbortSignal): Promise<number> {
  const client = await connectToSource(connection);
  try {
    return await shipper.takeBase(client, signal);
  } finally {
    await client.end().catch(() => {});
  }
}

const pause = (signal: AbortSignal) => sleep(shipEveryMs, undefined, { signal }).catch(() => {});

/** Notes of upkeep. A database that is away, or of a version before, has no place for them. */
class Notes {
  readonly #db: Db;
  readonly #clock: Clock;
  #isToldOfAnchors = false;
  readonly #notedAt = new Map<UpkeepTask, number>();

  constructor(db: Db, clock: Clock) {
    this.#db = db;
    this.#clock = clock;
  }

  async success(task: UpkeepTask, figures: Record<string, unknown>, atOnce: boolean): Promise<void> {
    if (!atOnce && performance.now() - (this.#notedAt.get(task) ?? Number.NEGATIVE_INFINITY) < noteEveryMs) return;
    this.#notedAt.set(task, performance.now());
    await noteSuccess(this.#db, task, this.#clock.now(), figures).catch(() => {});
  }

  /** @throws where nothing can be known of it */
  async isDue(task: UpkeepTask, everyMs: number, now: Date): Promise<boolean> {
    return isDue((await findUpkeep(this.#db)).get(task), everyMs, now);
  }

  /** Tells once of anchors that somebody changed, until they are as they were. */
  async anchors(problem: string | undefined): Promise<void> {
    if (problem && !this.#isToldOfAnchors) {
      const event = {
        type: 'tampering_found',
        severity: 'high',
        description: `It was found that ${problem}.`,
      } as const;
      recordSecurityEvent(this.#db, this.#clock.now(), event);
      await flushSecurityEvents(this.#db);
    }
    this.#isToldOfAnchors = problem !== undefined;
  }

  async failure(task: UpkeepTask, { message }: Error): Promise<void> {
    this.#notedAt.delete(task);
    await noteFailure(this.#db, task, this.#clock.now(), message).catch(() => {});
  }
}
