import { setTimeout as sleep } from 'node:timers/promises';
import { JobPlaces } from './job-places.ts';

export interface TakenJob {
  group: string;
  /** Never rejects. */
  run: (stopping: AbortSignal) => Promise<void>;
  /** Gives up what goes on though it was told to end: nothing that it comes to counts any more. Never rejects. */
  abandon: () => Promise<void>;
}

/** Together well below the time that a process has for its stop. */
const endMs = 2_500;
const abortMs = 500;
const abandonMs = 400;

/**
 * Does the jobs of a queue side by side. Each is taken for itself as soon as a place is free, so a slow one holds its own place
 * and no other waits for it.
 */
export class JobWorker {
  readonly #pollMs: number;
  readonly #take: (withoutGroups: string[]) => Promise<TakenJob | undefined>;
  readonly #onError: (error: Error) => void;
  readonly #places: JobPlaces;
  readonly #inHand = new Map<Promise<void>, TakenJob>();
  readonly #aborted = new AbortController();
  #stopping = false;
  #woken = Promise.withResolvers<void>();
  readonly #loop: Promise<void>;
  #ended: Promise<void> | undefined;

  /** @param take takes the next job that is of none of these groups, if there is one. */
  constructor(
    {
      pollSeconds,
      places,
      mostOfGroup,
    }: { pollSeconds: number; places?: number | undefined; mostOfGroup?: number | undefined },
    take: (withoutGroups: string[]) => Promise<TakenJob | undefined>,
    onError: (error: Error) => void,
  ) {
    this.#pollMs = pollSeconds * 1_000;
    this.#places = new JobPlaces(places, mostOfGroup);
    this.#take = take;
    this.#onError = onError;
    this.#loop = this.#run();
  }

  /** Looks for jobs now instead of at the next poll. */
  wake(): void {
    this.#woken.resolve();
  }

  /** Begins no more jobs, gives those in hand 2.5 seconds to end, aborts them then, and abandons what goes on all the same. */
  async stop(): Promise<void> {
    this.#ended ??= this.#end();
    await this.#ended;
  }

  async #end(): Promise<void> {
    this.#stopping = true;
    this.wake();
    const ended = this.#loop.then(() => Promise.all(this.#inHand.keys()));
    await raceWithin(endMs, ended);
    this.#aborted.abort();
    await raceWithin(abortMs, ended);
    await raceWithin(abandonMs, Promise.all([...this.#inHand.values()].map((job) => job.abandon())));
  }

  async #run(): Promise<void> {
    while (!this.#stopping) {
      this.#woken = Promise.withResolvers();
      const job = await this.#takeNext();
      if (job) this.#begin(job);
      else await raceWithin(this.#pollMs, this.#woken.promise);
    }
  }

  async #takeNext(): Promise<TakenJob | undefined> {
    try {
      return this.#places.free ? await this.#take(this.#places.full()) : undefined;
    } catch (error) {
      this.#onError(error as Error);
      return undefined;
    }
  }

  #begin(job: TakenJob): void {
    const done = this.#places.hold(job.group, () => job.run(this.#aborted.signal));
    this.#inHand.set(done, job);
    void done.finally(() => {
      this.#inHand.delete(done);
      this.wake();
    });
  }
}

async function raceWithin(ms: number, promise: Promise<unknown>): Promise<void> {
  const over = new AbortController();
  await Promise.race([promise, sleep(ms, undefined, { signal: over.signal }).catch(() => {})]);
  over.abort();
}
