import type { GuardedReply } from '../../platform/http.ts';

interface Entry {
  version: number;
  reply: GuardedReply;
}

/**
 * Answers that are the same for every guest, kept in this process while they hold. With each request the version of all
 * listings is read, so an answer is never older than the last write that was committed before the request came, whichever
 * process wrote. Requests that come while a version is being read share the next reading.
 */
export class ListingCache {
  readonly #readVersion: () => Promise<number>;
  readonly #mostEntries: number;
  readonly #entries = new Map<string, Entry>();
  #running = false;
  #next: Promise<number> | undefined;

  constructor(readVersion: () => Promise<number>, mostEntries = 1_000) {
    this.#readVersion = readVersion;
    this.#mostEntries = mostEntries;
  }

  /** The kept answer if it still holds, else a fresh one. */
  async answer(key: string, make: () => Promise<GuardedReply>): Promise<GuardedReply> {
    const version = await this.#version();
    const kept = this.#entries.get(key);
    if (kept?.version === version) return kept.reply;
    // Read before it was made: should a write come between, the entry is taken for older than it is.
    const reply = await make();
    this.#entries.delete(key);
    this.#entries.set(key, { version, reply });
    if (this.#entries.size > this.#mostEntries) this.#entries.delete(this.#entries.keys().next().value!);
    return reply;
  }

  /** A version read after this call: the reading under way may have begun before. */
  #version(): Promise<number> {
    if (!this.#running) return this.#read();
    this.#next ??= this.#afterThis();
    return this.#next;
  }

  #done: Promise<unknown> = Promise.resolve();

  #read(): Promise<number> {
    this.#running = true;
    const reading = this.#readVersion();
    this.#done = reading
      .catch(() => {})
      .finally(() => {
        this.#running = false;
      });
    return reading;
  }

  async #afterThis(): Promise<number> {
    await this.#done;
    this.#next = undefined;
    return await this.#read();
  }
}
