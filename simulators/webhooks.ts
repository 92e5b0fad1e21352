import type { Books, Sale } from './books.ts';
import { webhookOf } from './news.ts';
import { isTold } from './sales.ts';

/** Sends a message to the guide. @returns the status of its answer, 0 where none came */
export type Post = (message: object) => Promise<number>;

/** Waits before a message is sent again, in milliseconds; after the last one it is given up until the next start. */
const pauses = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000];

/** Brings FareHarbor's messages to the guide, one after the other, each again until it is taken. What a stop leaves is sent by the next start. */
export class Webhooks {
  readonly #books: Books;
  readonly #post: Post;
  readonly #now: () => Date;
  readonly #timers = new Set<NodeJS.Timeout>();
  #sending: Promise<unknown> = Promise.resolve();

  constructor(books: Books, post: Post, now: () => Date) {
    this.#books = books;
    this.#post = post;
    this.#now = now;
  }

  /** Tells of a change. Settles when it was sent for the first time, whatever came of it. */
  tell(sale: Sale): Promise<void> {
    return this.#send(sale, 0);
  }

  /** Tells of all that was never taken. */
  async tellRest(): Promise<void> {
    for (const sale of this.#books.sales) {
      const told = this.#books.toldOf(sale.id);
      if (sale.platform !== 'fareharbor' || !isTold(sale)) continue;
      if (told?.change !== sale.change || !isTaken(told.status)) await this.tell(sale);
    }
  }

  stop(): void {
    for (const timer of this.#timers) clearTimeout(timer);
    this.#timers.clear();
  }

  #send(sale: Sale, tries: number): Promise<void> {
    const sent = this.#sending.then(async () => {
      const status = await this.#post(webhookOf(sale)).catch(() => 0);
      this.#books.noteTold({ id: sale.id, change: sale.change, at: this.#now().toISOString(), status });
      const pause = pauses[tries];
      if (isTaken(status) || pause === undefined) return;
      const timer = setTimeout(() => {
        this.#timers.delete(timer);
        void this.#send(sale, tries + 1);
      }, pause).unref();
      this.#timers.add(timer);
    });
    this.#sending = sent;
    return sent;
  }
}

export const isTaken = (status: number): boolean => status >= 200 && status < 300;
