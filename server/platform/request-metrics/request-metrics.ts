import { randomUUID } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { hawaiiDayStart, hourStart } from '../../../contract/hawaii-time.ts';
import type { Clock } from '../context.ts';
import { type Db, isUnavailable } from '../database/database.ts';
import { bucketCount, bucketOf, sparse } from './histogram.ts';
import { addBatch, addUpMinutes, type MetricRow } from './request-metrics.store.ts';

const minuteMs = 60_000;
const writeEverySeconds = 60;
/** While the database is away so many minutes of endpoints wait, some ten megabytes; then the oldest are forgotten. */
const mostWaiting = 20_000;
const mostHoursWaiting = 48;
/** So many are added in one statement, far below its time limit. */
const rowsPerBatch = 1_000;
/** A process that has not looked at the clock for longer stood still: it was not up. */
const longestPause = 150_000;

/** What was answered of one endpoint in one minute. */
interface Series {
  requests: number;
  errors: number;
  unavailable: number;
  ms: number;
  counts: Uint32Array;
}
const newSeries = (): Series => ({
  requests: 0,
  errors: 0,
  unavailable: 0,
  ms: 0,
  counts: new Uint32Array(bucketCount),
});

/**
 * How quickly one process answers: gathered in memory for each request, added to the database once a minute and at the end. A database
 * that is away loses nothing of the last hours, and no request waits for it.
 */
export class RequestMetrics {
  readonly #db: Db;
  readonly #clock: Clock;
  readonly #log: Pick<FastifyBaseLogger, 'error'>;
  readonly #process = randomUUID();
  readonly #minutes = new Map<number, Map<string, Series>>();
  readonly #up = new Map<number, bigint>();
  #minute: Map<string, Series> = new Map();
  #minuteStart = Number.NaN;
  #lookedAt = Number.NaN;
  #waiting = 0;
  #batches = 0;
  /** What is on its way, in the order of its numbers: each the same again until it is known to have been added. */
  readonly #sending: { batch: number; rows: readonly MetricRow[] }[] = [];
  #writing = Promise.resolve();
  /** The next writing, which has not begun: it takes what is noted until it does. */
  #next: Promise<void> | undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(db: Db, clock: Clock, log: Pick<FastifyBaseLogger, 'error'>) {
    this.#db = db;
    this.#clock = clock;
    this.#log = log;
  }

  /** From now on this process is up. */
  start(): void {
    this.#look();
    this.#timer = setInterval(() => void this.write(), writeEverySeconds * 1_000).unref();
  }

  /** A request was answered. @param endpoint one of few names, never what was asked for */
  note(endpoint: string, ms: number, status: number): void {
    const at = this.#clock.now().getTime();
    if (!(at >= this.#minuteStart && at < this.#minuteStart + minuteMs)) this.#beginMinute(at);
    let series = this.#minute.get(endpoint);
    if (!series) {
      series = newSeries();
      this.#minute.set(endpoint, series);
      this.#waiting++;
    }
    series.requests++;
    series.ms += ms;
    series.counts[bucketOf(ms)]!++;
    if (status < 500) return;
    series.errors++;
    if (status === 503) series.unavailable++;
  }

  /**
   * Adds to the database what was noted until now, after what is being added already, together with all who wait for that. Settles when it is
   * there or could not be; never fails.
   */
  write(): Promise<void> {
    this.#look();
    this.#next ??= this.#writing = this.#writing.then(() => {
      this.#next = undefined;
      return this.#writeAll();
    });
    return this.#next;
  }

  /** Writes a last time. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await this.write();
  }

  #beginMinute(at: number): void {
    this.#minuteStart = Math.floor(at / minuteMs) * minuteMs;
    this.#minute = this.#minutes.get(this.#minuteStart) ?? new Map();
    this.#minutes.set(this.#minuteStart, this.#minute);
    for (const [start, minute] of this.#minutes) {
      if (this.#waiting <= mostWaiting || minute === this.#minute) break;
      this.#minutes.delete(start);
      this.#waiting -= minute.size;
    }
  }

  /** Notes that the process is up, also in the minutes since it last looked at the clock. */
  #look(): void {
    const now = this.#clock.now().getTime();
    const isGapless = now >= this.#lookedAt && now - this.#lookedAt <= longestPause;
    const first = isGapless ? Math.floor(this.#lookedAt / minuteMs) * minuteMs : now;
    for (let at = first; at <= now; at += minuteMs) this.#noteUp(at);
    this.#noteUp(now);
    this.#lookedAt = now;
    for (const hour of this.#up.keys()) if (this.#up.size > mostHoursWaiting) this.#up.delete(hour);
  }

  #noteUp(at: number): void {
    const hour = hourStart(new Date(at)).getTime();
    // As the database writes them, the first minute on the left.
    const minute = 1n << BigInt(59 - Math.floor((at - hour) / minuteMs));
    this.#up.set(hour, (this.#up.get(hour) ?? 0n) | minute);
  }

  async #writeAll(): Promise<void> {
    try {
      const up = new Map(this.#up);
      await addUpMinutes(
        this.#db,
        [...up].map(([hour, minutes]) => ({ hour: new Date(hour), minutes: minutes.toString(2).padStart(60, '0') })),
      );
      // Noted anew in its own hour alone: it is up for as long as that lasts.
      for (const [hour, minutes] of up) if (this.#up.get(hour) === minutes) this.#up.delete(hour);
      // What an earlier try left first, then what was noted since.
      await this.#send();
      const rows = this.#take();
      for (let at = 0; at < rows.length; at += rowsPerBatch)
        this.#sending.push({ batch: ++this.#batches, rows: rows.slice(at, at + rowsPerBatch) });
      await this.#send();
    } catch (error) {
      if (!isUnavailable(error)) this.#log.error({ reason: (error as Error).message }, 'request metrics not written');
    }
  }

  async #send(): Promise<void> {
    for (let next = this.#sending[0]; next; next = this.#sending[0]) {
      await addBatch(this.#db, { process: this.#process, at: this.#clock.now(), ...next });
      this.#sending.shift();
    }
  }

  /** What was noted, of each endpoint and of all, by minute, hour and day. It is noted no more. */
  #take(): MetricRow[] {
    const sums = new Map<string, Omit<MetricRow, 'buckets' | 'counts' | 'requests'> & Series>();
    const add = (grain: MetricRow['grain'], starts_at: Date, endpoint: string, of: Series) => {
      const name = `${grain} ${starts_at.getTime()} ${endpoint}`;
      const sum = sums.get(name) ?? { ...newSeries(), grain, starts_at, endpoint, total_ms: 0 };
      sums.set(name, sum);
      sum.requests += of.requests;
      sum.errors += of.errors;
      sum.unavailable += of.unavailable;
      sum.total_ms += of.ms;
      for (const [bucket, count] of of.counts.entries()) sum.counts[bucket]! += count;
    };
    for (const [start, minute] of this.#minutes) {
      const at = new Date(start);
      for (const [endpoint, series] of minute)
        for (const name of [endpoint, ''])
          for (const [grain, begun] of [
            ['minute', at],
            ['hour', hourStart(at)],
            ['day', hawaiiDayStart(at)],
          ] as const)
            add(grain, begun, name, series);
    }
    this.#minutes.clear();
    this.#minuteStart = Number.NaN;
    this.#waiting = 0;
    return [...sums.values()].map(({ ms: _, counts, ...sum }) => ({ ...sum, ...sparse(counts) }));
  }
}
