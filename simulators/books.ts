import { randomUUID } from 'node:crypto';
import { appendFileSync, existsSync, readFileSync, truncateSync } from 'node:fs';
import type { PlatformName } from './platforms.ts';

/** One booking as its platform has it, after a change. */
export interface Sale {
  id: string;
  /** 1 when it was made, and one more with each change. */
  change: number;
  platform: PlatformName;
  /** The site and the path of the link that it was booked by. */
  host: string;
  path: string;
  /** Who numbers it, and what was booked. */
  supplier: string;
  item: string;
  title: string;
  reference: string;
  /** What the link said: the click, and who is to be paid for it. */
  click: string | null;
  affiliate: string | null;
  /** The news of it leaves the click out. */
  isSilent: boolean;
  name: string;
  email: string;
  guests: number;
  /** Of Hawaiʻi, as `2026-11-21` and `08:30`. */
  day: string;
  time: string;
  /** All that the customer would pay, and how much of it is tax. */
  cents: number;
  taxCents: number;
  /** Share of it that goes to whose link it was. */
  rate: number;
  status: 'booked' | 'cancelled' | 'rebooked';
  /** Ids of the bookings that a change of the day has made this one of, or another of this. */
  rebookedFrom: string | null;
  rebookedTo: string | null;
  bookedAt: string;
  changedAt: string;
}

/** How the guide answered when it was told of a change; 0 where it did not. */
export interface Told {
  id: string;
  change: number;
  at: string;
  status: number;
}

type Line = { books: string } | { sale: Sale } | { told: Told };

/** More are not kept: a demo has room for no more. */
const mostChanges = 20_000;

/**
 * The platforms' own books: every change of every booking in the order in which it happened, in memory and, with a file, also there, a
 * line each. They know nothing of the guide, so that its ledger can be compared with them.
 */
export class Books {
  /** Another one for other books: what the feed's cursors begin with. */
  id = '';
  readonly #file: string | undefined;
  readonly #changes: Sale[] = [];
  readonly #newest = new Map<string, Sale>();
  readonly #told = new Map<string, Told>();

  private constructor(file: string | undefined, lines: readonly Line[]) {
    this.#file = file;
    for (const line of lines) this.#take(line);
    if (!this.id) this.beginAnew();
  }

  /** Begins other books, with nothing in them: what was sold so far is of a world that is no more. */
  beginAnew(): void {
    const line = { books: randomUUID() };
    this.#write(line);
    this.#take(line);
  }

  /** Opens the books of a file, or makes it; without one they are forgotten with the process. A last line that is cut off is taken away. */
  static open(file?: string): Books {
    const text = file && existsSync(file) ? readFileSync(file, 'utf8') : '';
    const whole = text.slice(0, text.lastIndexOf('\n') + 1);
    if (file && whole !== text) truncateSync(file, Buffer.byteLength(whole));
    const lines = whole.split('\n').filter(Boolean);
    return new Books(
      file,
      lines.map((line) => JSON.parse(line) as Line),
    );
  }

  get isFull(): boolean {
    return this.#changes.length >= mostChanges;
  }

  /** Every booking as it is now, in the order in which they were made. */
  get sales(): readonly Sale[] {
    return [...this.#newest.values()];
  }

  /** Every booking after each of its changes, in the order in which these happened. */
  get changes(): readonly Sale[] {
    return this.#changes;
  }

  /** Every booking as it was at a moment. */
  salesAt(now: Date): readonly Sale[] {
    const then = this.#changes.filter(({ changedAt }) => Date.parse(changedAt) <= now.getTime());
    return [...new Map(then.map((sale) => [sale.id, sale])).values()];
  }

  sale(id: string): Sale | undefined {
    return this.#newest.get(id);
  }

  /** How the newest change was told that was told of at all. */
  toldOf(id: string): Told | undefined {
    return this.#told.get(id);
  }

  /** Keeps a booking that was made or changed. */
  keep(sale: Sale): Sale {
    this.#write({ sale });
    this.#take({ sale });
    return sale;
  }

  noteTold(told: Told): void {
    this.#write({ told });
    this.#take({ told });
  }

  #take(line: Line): void {
    if ('books' in line) {
      this.id = line.books;
      this.#changes.length = 0;
      this.#newest.clear();
      this.#told.clear();
    } else if ('sale' in line) {
      this.#changes.push(line.sale);
      this.#newest.set(line.sale.id, line.sale);
    } else if (line.told.change >= (this.#told.get(line.told.id)?.change ?? 0)) {
      this.#told.set(line.told.id, line.told);
    }
  }

  #write(line: Line): void {
    if (this.#file) appendFileSync(this.#file, `${JSON.stringify(line)}\n`, { mode: 0o600 });
  }
}
