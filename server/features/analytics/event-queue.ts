import { isUnavailable } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { EventCall } from './analytics.store.ts';

type Write = (calls: readonly EventCall[]) => Promise<boolean[]>;

interface Waiting extends EventCall {
  resolve(isKept: boolean): void;
  reject(error: unknown): void;
  alone?: boolean;
}

/**
 * Gathers the events of requests that arrive while the database writes, and writes them together: one INSERT, one flush
 * of the disk for all of them. A request is answered when its events are committed, so nothing that was acknowledged is
 * only in memory. (`synchronous_commit = off` would add little to that and lose the last 0.2 s at a power cut.)
 */
export class EventQueue {
  readonly #write: Write;
  readonly #capacity: number;
  #waiting: Waiting[] = [];
  /** Events not committed yet, those being written included. */
  #held = 0;
  #writing = false;

  /**
   * @param write keeps the events of calls, of which no two name the same key, and says of each whether it was kept.
   * @param capacity most events held at once; what comes on top is refused.
   */
  constructor(write: Write, capacity = 10_000) {
    this.#write = write;
    this.#capacity = capacity;
  }

  /**
   * Settles when the events are committed: all of them, or none. @returns false where none are, as the key was known
   * @throws Refusal `unavailable` with a second to wait when the queue is full; whatever the database answered otherwise.
   */
  async add(call: EventCall): Promise<boolean> {
    const { events } = call;
    if (this.#held + events.length > this.#capacity) throw new Refusal('unavailable', {}, 1);
    this.#held += events.length;
    try {
      return await new Promise<boolean>((resolve, reject) => {
        this.#waiting.push({ ...call, resolve, reject });
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
      const batch = this.#takeBatch();
      try {
        const kept = await this.#write(batch);
        for (const [at, request] of batch.entries()) request.resolve(kept[at]!);
      } catch (error) {
        this.#settleFailed(batch, error);
      }
    }
    this.#writing = false;
  }

  /** Who waits: one alone where it must be, else all but repeats of a call that is among them, which come after it. */
  #takeBatch(): Waiting[] {
    if (this.#waiting[0]?.alone) return this.#waiting.splice(0, 1);
    const keys = new Set<string>();
    const isRepeat = ({ call }: Waiting) => {
      if (!call) return false;
      const name = JSON.stringify([call.scope, call.endpoint, call.key]);
      return keys.has(name) || !keys.add(name);
    };
    const [batch, repeats]: [Waiting[], Waiting[]] = [[], []];
    for (const one of this.#waiting) (isRepeat(one) ? repeats : batch).push(one);
    this.#waiting = repeats;
    return batch;
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
