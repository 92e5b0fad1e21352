import { setTimeout as sleep } from 'node:timers/promises';
import { Kysely, PostgresDialect } from 'kysely';
import type pg from 'pg';
import type { Tables } from '../../../db/schema.ts';
import type { Position } from '../log-shipping/positions.ts';
import { Batch } from './batch.ts';
import type { Database, Db } from './database.ts';
import { firstLineOf, isUnavailable } from './database-errors.ts';
import { DatabaseRefused } from './database-requirements.store.ts';
import { emitWord, findPrimaryLog, findReplayedLog } from './replica.store.ts';
import { differenceOf, type PrimaryLog } from './replica-origin.ts';
import { tryOnce } from './transactions.ts';

/** A reading waits so long for the replica to have what the primary had when it began, in milliseconds. */
const patienceMs = 300;
const firstPauseMs = 2;
/** How often it is looked how far the replica is, in milliseconds. */
const watchEveryMs = 1_000;
/** From so many seconds on a replica counts as behind, and is not asked until it has caught up. */
const mostBehindSeconds = 2;
/** How many moments are remembered that the replica has not got to yet. */
const mostMoments = 600;

/** What keeps a replica from being read: it cannot be reached, is behind, or is none of this primary's. */
export type ReplicaState = 'in_use' | 'away' | 'behind' | 'not_a_replica';
/** Why a reading was the primary's: the state of the replica, or that it broke the reading off. */
export type ReadBy = 'replica' | Exclude<ReplicaState, 'in_use'> | 'broken_off';

/** How a replica is. */
export interface ReplicaStatus {
  state: ReplicaState;
  /** Since when it is not read, for whichever reason; null while it is. */
  unreadSince: Date | null;
  /** For how many seconds it has not got what the primary had then. */
  lagSeconds: number;
  /** How many readings were made where, or made by the primary for which reason. */
  readings: Readonly<Record<ReadBy, number>>;
  pool: pg.Pool;
}

type OnChange = (state: ReplicaState, reason?: string) => void;

class Unfit extends Error {
  readonly state: Exclude<ReplicaState, 'in_use'>;
  readonly reason: string | undefined;
  constructor(state: Exclude<ReplicaState, 'in_use'>, reason?: string) {
    super(`the replica is ${state}`);
    this.state = state;
    this.reason = reason;
  }
}

/**
 * A copy of the database that follows it, for what is only read. A reading has everything that was committed before it began: it asks the
 * primary how far its log is, and reads on connections that have replayed that much. So nothing that was acknowledged is missing from it,
 * whoever wrote it, and what is kept of it is as new as what tells of its change (docs/decisions/059-a-replica-is-read.md).
 * Whatever the replica cannot give, the primary is asked for at once.
 */
export class Replica {
  readonly #primary: Database;
  readonly #replica: Database;
  readonly #onChange: OnChange;
  readonly #logs: Batch<void, PrimaryLog>;
  /** How far each connection's server was known to be; it goes on from there only. */
  readonly #replayed = new WeakMap<pg.PoolClient, Position>();
  readonly #readings: Record<ReadBy, number> = { replica: 0, away: 0, behind: 0, not_a_replica: 0, broken_off: 0 };
  #state: ReplicaState = 'away';
  #isTold = false;
  readonly #now: () => Date;
  #unreadSince: Date | null;
  readonly #check: () => Promise<void>;
  #isChecked = false;
  /** Positions of the primary that the replica has not got to, the oldest first. */
  #ahead: { position: Position; at: number }[] = [];
  #watching: Promise<void> | undefined;
  readonly #watch: NodeJS.Timeout;

  /**
   * Begins to watch a replica; `ready` says when it is known how it is.
   * @param databases the primary's, and the replica's as `openDatabase` opens it with `replica`
   * @param onChange told at first, when it can be read, and when no longer, with the reason where there is one to tell
   * @param now the time of which `unreadSince` is
   * @param check done once before it is read at all; where it throws DatabaseRefused, it is not
   */
  constructor(
    databases: { primary: Database; replica: Database },
    {
      onChange = () => {},
      check = async () => {},
      now,
    }: { onChange?: OnChange | undefined; check?: () => Promise<void>; now: () => Date },
  ) {
    this.#primary = databases.primary;
    this.#replica = databases.replica;
    this.#onChange = onChange;
    this.#check = check;
    this.#now = now;
    this.#unreadSince = now();
    this.#logs = new Batch(async (asked) => {
      const log = await findPrimaryLog(this.#primary.aside);
      return asked.map(() => log);
    });
    this.#watch = setInterval(() => void this.look(), watchEveryMs).unref();
  }

  get status(): ReplicaStatus {
    const since = this.#ahead[0]?.at;
    const lagSeconds = since === undefined ? 0 : (performance.now() - since) / 1_000;
    const [state, unreadSince] = [this.#state, this.#unreadSince];
    return { state, unreadSince, lagSeconds, readings: this.#readings, pool: this.#replica.pool };
  }

  /** Looks how the replica is. */
  look(): Promise<void> {
    this.#watching ??= this.#look().finally(() => {
      this.#watching = undefined;
    });
    return this.#watching;
  }

  /**
   * Reads from the replica, or where that cannot be from the primary.
   * @param primary how it is read there
   * @param work reads, and nothing else; it may be run a second time
   */
  async read<T>(primary: Db, work: (db: Db) => Promise<T>): Promise<T> {
    if (this.#state !== 'in_use') {
      this.#readings[this.#state]++;
      return await work(primary);
    }
    try {
      const result = await work(this.#upToDate());
      this.#readings.replica++;
      return result;
    } catch (error) {
      const reason = this.#reasonOf(error);
      if (!reason) throw error;
      this.#readings[reason]++;
      return await work(primary);
    }
  }

  async close(): Promise<void> {
    clearInterval(this.#watch);
    await this.#watching;
    await this.#replica.close();
  }

  /** Why the primary is to be asked; undefined where it would say the same, or take as long again. */
  #reasonOf(error: unknown): Exclude<ReadBy, 'replica'> | undefined {
    if (error instanceof Unfit) {
      this.#become(error.state, error.reason);
      return error.state;
    }
    const { code } = (error ?? {}) as { code?: unknown };
    if (code === '57014') return undefined;
    // A conflict with what it replays, a connection that is lost, or whatever else a standby refuses.
    return isUnavailable(error) || (typeof code === 'string' && /^[0-9A-Z]{5}$/.test(code)) ? 'broken_off' : undefined;
  }

  /** The replica, as of now: its connections are handed out once they have all that the primary has. */
  #upToDate(): Db {
    let wanted: Promise<PrimaryLog> | undefined;
    const connect = async () => {
      wanted ??= this.#logs.ask();
      return await this.#connectAt(await wanted);
    };
    const pool = { connect, end: async () => {}, options: this.#replica.pool.options };
    return tryOnce(new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) }));
  }

  /** A connection whose server has replayed the log up to there: behind one address there may be several. */
  async #connectAt(log: PrimaryLog): Promise<pg.PoolClient> {
    const client = await this.#replica.pool.connect();
    try {
      const begun = performance.now();
      for (let pause = firstPauseMs; (this.#replayed.get(client) ?? -1n) < log.position; pause *= 2) {
        const position = await this.#positionOf(client, log);
        this.#replayed.set(client, position);
        if (position >= log.position) break;
        if (performance.now() - begun + pause > patienceMs) throw new Unfit('behind');
        await sleep(pause);
      }
      return client;
    } catch (error) {
      // What is no replica any more may be one at the same address with the next connection.
      client.release(!(error instanceof Unfit && error.state === 'behind'));
      throw error;
    }
  }

  /** How far a connection's server is. @throws Unfit where it is no copy of the primary */
  async #positionOf(client: pg.PoolClient, log: PrimaryLog): Promise<Position> {
    const replayed = await findReplayedLog(client);
    if (!replayed) throw new Unfit('not_a_replica', 'it replays nothing');
    const difference = differenceOf(log, replayed);
    if (difference) throw new Unfit('not_a_replica', difference);
    return replayed.position;
  }

  async #look(): Promise<void> {
    let log: PrimaryLog;
    try {
      log = await findPrimaryLog(this.#primary.aside);
    } catch (error) {
      // Without the primary nothing is answered, and nothing is known of how far the replica should be.
      if (isUnavailable(error)) return;
      return this.#become('not_a_replica', `of the primary it cannot be told: ${firstLineOf(error)}`);
    }
    if (this.#ahead.length < mostMoments) this.#ahead.push({ position: log.position, at: performance.now() });
    try {
      if (!this.#isChecked) await this.#check();
      this.#isChecked = true;
      const client = await this.#connectAt(log);
      // Of one that was at that position before nothing was asked: it may have been promoted since.
      await this.#positionOf(client, log).finally(() => client.release());
      this.#ahead = [];
      this.#become('in_use');
    } catch (error) {
      if (error instanceof DatabaseRefused) return this.#become('not_a_replica', error.message);
      if (!(error instanceof Unfit)) return this.#become('away', firstLineOf(error));
      if (error.state !== 'behind') return this.#become(error.state, error.reason);
      await this.#noteLag();
    }
  }

  /** It has not what the primary has now: how old is what it has? */
  async #noteLag(): Promise<void> {
    const client = await this.#replica.pool.connect().catch(() => undefined);
    const replayed = client && (await findReplayedLog(client).catch(() => undefined));
    client?.release(replayed === undefined);
    if (replayed) this.#ahead = this.#ahead.filter(({ position }) => position > replayed.position);
    if (this.status.lagSeconds >= mostBehindSeconds) this.#become('behind');
    // What the primary has written down may end within an entry of the log, whose rest nobody is in a hurry to write.
    await emitWord(this.#primary.aside).catch(() => {});
  }

  #become(state: ReplicaState, reason?: string): void {
    if (state === this.#state && this.#isTold) return;
    this.#isTold = true;
    this.#state = state;
    this.#unreadSince = state === 'in_use' ? null : (this.#unreadSince ?? this.#now());
    this.#onChange(state, reason);
  }
}

/** What may be read from a replica is read there where there is one, and not within a transaction of the primary. */
export async function readFrom<T>(
  { db, replica }: { db: Db; replica?: Replica | undefined },
  work: (db: Db) => Promise<T>,
): Promise<T> {
  return replica && !db.isTransaction ? await replica.read(db, work) : await work(db);
}
