import { BoundedMap } from '../bounded-map.ts';
import { type Db, isUnavailable } from '../database/database.ts';
import { EventQuota } from './security-event-quota.ts';
import { insertEvents, type StoredEvent } from './security-events.store.ts';

const mostWaiting = 1_000;
const batchSize = 100;
const writeDelayMs = 200;
const longestDelayMs = 60_000;
const mostTold = 5_000;

/** Events on their way to the database: written in batches beside the requests, bounded, kept while it cannot be reached. */
export class SecurityEventQueue {
  readonly #db: Db;
  readonly #quota = new EventQuota();
  /** Until when what of which is told once is not told again. */
  readonly #told = new BoundedMap<string, number>(mostTold);
  #waiting: StoredEvent[] = [];
  #failures = 0;
  #writing: Promise<void> | undefined;
  #writeTimer: NodeJS.Timeout | undefined;
  #summaryTimer: NodeJS.Timeout | undefined;

  constructor(db: Db) {
    this.#db = db;
  }

  /** Takes an event, with the network it came from where it came from one. */
  add(event: StoredEvent, network: string | null, isAlwaysKept = false): void {
    for (const summary of this.#quota.beginMinute(event.occurredAt)) this.#keep(summary);
    if (isAlwaysKept || this.#quota.admits(event, network)) this.#keep(event);
    // What was only counted shows up even if nothing follows it.
    this.#summaryTimer ??= setTimeout(() => void this.flush(), longestDelayMs).unref();
    this.#scheduleWrite();
  }

  /** Whether something was told already in a span that lasts until then; it counts as told from now on. */
  isTold(what: string, now: number, until: number): boolean {
    if ((this.#told.get(what) ?? Number.NEGATIVE_INFINITY) > now) return true;
    this.#told.set(what, until);
    return false;
  }

  /** Writes everything, summaries too. Settles when it is written or could not be; never fails. */
  async flush(): Promise<void> {
    clearTimeout(this.#summaryTimer);
    this.#summaryTimer = undefined;
    await this.#write();
    for (const summary of this.#quota.summarise()) this.#keep(summary);
    await this.#write();
  }

  #keep(row: StoredEvent): void {
    if (this.#waiting.length < mostWaiting) this.#waiting.push(row);
    else this.#quota.leaveOut(row);
  }

  #scheduleWrite(): void {
    if (this.#writeTimer || this.#writing || this.#waiting.length === 0) return;
    const delay = Math.min(writeDelayMs * 2 ** this.#failures, longestDelayMs);
    this.#writeTimer = setTimeout(() => void this.#write(), delay).unref();
  }

  #write(): Promise<void> {
    clearTimeout(this.#writeTimer);
    this.#writeTimer = undefined;
    this.#writing ??= this.#writeBatches().finally(() => {
      this.#writing = undefined;
      this.#scheduleWrite();
    });
    return this.#writing;
  }

  async #writeBatches(): Promise<void> {
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.slice(0, batchSize);
      try {
        await insertEvents(this.#db, batch);
        this.#failures = 0;
      } catch (error) {
        this.#failures++;
        if (isUnavailable(error)) return;
        // Refused for what it is, it would be refused again.
        for (const event of batch) this.#quota.leaveOut(event);
      }
      this.#waiting.splice(0, batch.length);
    }
  }
}
