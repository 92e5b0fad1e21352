import { isUnavailable } from '../../platform/database.ts';
import { Refusal } from '../../platform/refusal.ts';
import type { EventRow } from './analytics.store.ts';

interface Waiting {
  events: readonly EventRow[];
  resolve(): void;
  reject(error: unknown): void;
  alone?: boolean;
}

/**
 * Gathers the events of requests that arrive while the database writes, and writes them together: one INSERT, one flush
 * of the disk for all of them. A request is answered when its events are committed, so nothing that was acknowledged is
 * only in memory. (`synchronous_commit = off` would add little to that and lose the last 0.2 s at a power cut.)
 */
export class EventQueue {
  readonly #write: (events: readonly EventRow[]) => Promise<void>;
  readonly #capacity: number;
  #waiting: Waiting[] = [];
  /** Events not committed yet, those being written included. */
  #held = 0;
  #writing = false;

  /** @param capacity most events held at once; what comes on top is refused. */
  constructor(write: (events: readonly EventRow[]) => Promise<void>, capacity = 10_000) {
    this.#write = write;
    this.#capacity = capacity;
  }

  /**
   * Settles when the events are committed: all of them, or none.
   * @throws Refusal `unavailable` with a second to wait when the queue is full; whatever the database answered otherwise.
   */
  async add(events: readonly EventRow[]): Promise<void> {
    if (this.#held + events.length > this.#capacity) throw new Refusal('unavailable', {}, 1);
    this.#held += events.length;
    try {
      await new Promise<void>((resolve, reject) => {
        this.#waiting.push({ events, resolve, reject });
        if (!this.#writing) void this.#writeAll();
      });
    } finally {
      this.#held -= events.length;
    }
  }

  async #writeAll(): Promise<void> {
    this.#writing = true;
    // Requests that are being read at this moment come along.
    await new Promise(setImmediate);
    while (this.#waiting.length > 0) {
      const batch = this.#waiting.splice(0, this.#waiting[0]?.alone ? 1 : this.#waiting.length);
      try {
        await this.#write(batch.flatMap((request) => request.events));
        for (const request of batch) request.resolve();
      } catch (error) {
        this.#settleFailed(batch, error);
      }
    }
    this.#writing = false;
  }

  /** A database out of reach is so for everybody who waits; anything else is one request's fault, found by trying each alone. */
  #settleFailed(batch: readonly Waiting[], error: unknown): void {
    if (!isUnavailable(error) && batch.length > 1) {
      this.#waiting.unshift(...batch.map((request) => ({ ...request, alone: true })));
      return;
    }
    const unheard = isUnavailable(error) ? this.#waiting.splice(0) : [];
    for (const request of [...batch, ...unheard]) request.reject(error);
  }
}
