import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Acknowledged } from './recount.ts';
import type { Subjects, Traveler } from './travelers.ts';

export type WriteKind = 'scan' | 'booking';

/** One write, sent with the same key until it is acknowledged. */
export interface Write {
  kind: WriteKind;
  /** Idempotency-Key; of a scan also the mark in its row. */
  key: string;
  cookie: string;
  body: object;
}

/** A new write; nothing but its key tells it from a second one of the same traveler. */
export function newWrite(kind: WriteKind, traveler: Traveler, subjects: Subjects): Write {
  const key = `chaos ${randomUUID()}`;
  const pick = <T>(list: T[]) => list[Math.floor(Math.random() * list.length)]!;
  return kind === 'scan'
    ? {
        kind,
        key: key.replace(' ', '-'),
        cookie: traveler.visit,
        body: { qr_code_id: pick(subjects.codes), device_info: { type: 'mobile', userAgent: key } },
      }
    : {
        kind,
        key: key.replace(' ', '-'),
        cookie: traveler.session,
        body: { business_listing_id: pick(subjects.listings) },
      };
}

/** Sends a write once. @throws when no whole answer came. */
export async function send(url: string, { kind, key, cookie, body }: Write): Promise<Response> {
  const path = kind === 'scan' ? '/api/qr/scan' : '/api/qr/booking-conversion';
  return await fetch(url + path, {
    method: 'POST',
    headers: { origin: url, cookie, 'content-type': 'application/json', 'idempotency-key': key },
    body: JSON.stringify(body),
    signal: AbortSignal.timeout(10_000),
  });
}

/** The id under which an acknowledged write is found in the tables. */
export async function idOf({ kind, body }: Write, reply: Response): Promise<string> {
  const answered = (await reply.json()) as { transaction_id: string };
  if (kind === 'booking') return answered.transaction_id;
  return (body as { device_info: { userAgent: string } }).device_info.userAgent;
}

/** Clients that scan and book as fast as they can, and remember what the server acknowledged. */
export class Writers {
  readonly scans: string[] = [];
  readonly bookings: string[] = [];
  /** Sent again for want of an answer, or for a 503; and of these found to have been kept by then. */
  repeats = 0;
  replays = 0;
  readonly #url: string;
  readonly #travelers: readonly Traveler[];
  readonly #subjects: Subjects;
  readonly #unanswered: readonly number[];
  #isStopping = false;
  #running: Promise<void>[] = [];

  /** How much was acknowledged to each writer. */
  readonly turns: number[];

  /**
   * One writer for each traveler.
   * @param unanswered statuses that say nothing about a write, as those of a proxy do; it is sent again.
   */
  constructor(url: string, travelers: readonly Traveler[], subjects: Subjects, unanswered: readonly number[] = [503]) {
    this.#url = url;
    this.#unanswered = unanswered;
    this.turns = travelers.map(() => 0);
    this.#travelers = travelers;
    this.#subjects = subjects;
  }

  get acknowledged(): Acknowledged {
    return this;
  }

  get userIds(): string[] {
    return this.#travelers.map((traveler) => traveler.userId);
  }

  get count(): number {
    return this.scans.length + this.bookings.length;
  }

  start(): void {
    this.#isStopping = false;
    this.#running = this.#travelers.map((traveler, at) => this.#write(traveler, at));
  }

  /** Begins nothing new, and settles when all that was begun is acknowledged. @throws when anything else was answered. */
  async finish(): Promise<void> {
    this.#isStopping = true;
    await Promise.all(this.#running);
  }

  async #write(traveler: Traveler, at: number): Promise<void> {
    for (let turn = 0; !this.#isStopping; turn++) {
      const write = newWrite(turn % 2 ? 'booking' : 'scan', traveler, this.#subjects);
      const id = await this.#untilAcknowledged(write);
      (write.kind === 'scan' ? this.scans : this.bookings).push(id);
      this.turns[at]!++;
    }
  }

  async #untilAcknowledged(write: Write): Promise<string> {
    const begun = performance.now();
    for (;;) {
      try {
        const reply = await send(this.#url, write);
        if (reply.ok) {
          const id = await idOf(write, reply);
          if (reply.headers.has('idempotent-replay')) this.replays++;
          return id;
        }
        const text = await reply.text();
        if (!this.#unanswered.includes(reply.status))
          throw new UnexpectedAnswer(`${write.kind}: ${reply.status} ${text}`);
      } catch (error) {
        if (error instanceof UnexpectedAnswer) throw error;
        if (performance.now() - begun > 60_000) throw error;
      }
      this.repeats++;
      await sleep(50);
    }
  }
}

class UnexpectedAnswer extends Error {}
