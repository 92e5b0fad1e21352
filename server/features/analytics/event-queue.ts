import { isUnavailable } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import type { EventCall } from './analytics.store.ts';

type Write = (calls: readonly EventCall[]) => Promise<boolean[]>;

interface Waiting extends EventCall {
  resolve(isKept: boolean): void;
  reject(error: unknown): void;
  alone?: boolean;
}

/** Statements at once: while the database does one the next is made and sent. */
const mostWriters = 2;

/**
 * Events of one statement, whose last call may bring more. Parameters of many more are strings that V8 keeps among large objects,
 * and each collection of those is one of the whole heap.
 */
const enoughForOne = 200;

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
  #writers = 0;
  readonly #keysInHand = new Set<string | undefined>();

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
        if (this.#writers < mostWriters) void this.#writeAll();
      });
    } finally {
      this.#held -= events.length;
    }
  }

  async #writeAll(): Promise<void> {
    this.#writers += 1;
    // Requests that are being read at this moment come along.
    await new Promise(setImmediate);
    for (let batch = this.#takeBatch(); batch.length > 0; batch = this.#takeBatch()) {
      try {
        const kept = await this.#write(batch);
        for (const [at, request] of batch.entries()) request.resolve(kept[at]!);
      } catch (error) {
        this.#settleFailed(batch, error);
      }
      for (const one of batch) this.#keysInHand.delete(keyOf(one));
    }
    this.#writers -= 1;
  }

  /** The first who wait: one alone where it must be, else all but repeats of a call that is being written, which come after it. */
  #takeBatch(): Waiting[] {
    const candidates = this.#waiting[0]?.alone ? this.#waiting.slice(0, 1) : this.#waiting;
    let taken = 0;
    const batch = new Set<Waiting>();
    for (const one of candidates) {
      if (taken >= enoughForOne) break;
      if (!this.#takeKey(keyOf(one))) continue;
      batch.add(one);
      taken += one.events.length;
    }
    this.#waiting = this.#waiting.filter((one) => !batch.has(one));
    return [...batch];
  }

  #takeKey(key: string | undefined): boolean {
    if (key === undefined) return true;
    return !this.#keysInHand.has(key) && Boolean(this.#keysInHand.add(key));
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

/** The whole name of a call; nothing of one without a key. */
const keyOf = ({ call }: EventCall) => call && JSON.stringify([call.scope, call.endpoint, call.key]);
