import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Db, Tx } from './database.ts';

const commitCallbacks = new WeakMap<Tx, Map<unknown, () => void>>();
const isolationOf = new WeakMap<Tx, Isolation>();

const isolations = ['read committed', 'repeatable read', 'serializable'] as const;
type Isolation = (typeof isolations)[number];

export interface TransactionOptions {
  /**
   * `read committed` unless told, where each statement sees what was committed before it. `serializable` is for what reads many rows
   * and writes on the strength of them: its effect is that of having run alone.
   */
  isolation?: Isolation;
  /** How often it may be run; 1 for work that spends or reads what cannot be had again. */
  attempts?: number;
}

/** Serialization failure and deadlock: nothing was kept, and the same work may well succeed when it is run again. */
function isRetryable(error: unknown): boolean {
  const { code = '' } = (error ?? {}) as { code?: string };
  return ['40001', '40P01'].includes(code);
}

const replicas = new WeakSet<Db>();
/** Says that these are connections to a replica: what gets in the way of its replay is rather asked of the primary than tried again. */
export function tryOnce(replica: Db): Db {
  replicas.add(replica);
  return replica;
}

const usualAttempts = 5;
/** Before the second attempt; twice as long before each further one, by chance up to half as long again. */
const firstPauseMs = 6;

/**
 * Runs the work in one transaction: all of it is kept, or none. Work that another transaction got in the way of is run again from
 * its beginning, so that whatever it does besides the database waits for the commit (`afterCommit`). Within a transaction it is
 * part of that one, which must be isolated as well as is asked here.
 * @throws the database's error; of work that could not be run alone in so many attempts one that counts as busy (`isUnavailable`).
 */
export async function withTransaction<T>(
  db: Db,
  work: (tx: Tx) => Promise<T>,
  { isolation = 'read committed', attempts = usualAttempts }: TransactionOptions = {},
): Promise<T> {
  if (db.isTransaction) {
    requireIsolation(db as Tx, isolation);
    return await work(db as Tx);
  }
  for (let attempt = 1; ; attempt++) {
    try {
      return await runOnce(db, work, isolation);
    } catch (error) {
      if (!isRetryable(error) || attempt === attempts || replicas.has(db)) throw error;
      const pause = firstPauseMs * 2 ** (attempt - 1);
      await sleep(pause + randomInt(pause / 2));
    }
  }
}

/**
 * Reads that need nothing of each other, at once and each on a connection of its own; within a transaction, which has one, each after the
 * other.
 * @throws the first error; what goes on elsewhere is not waited for
 */
export async function readAtOnce<const Reads extends readonly (() => Promise<unknown>)[]>(
  db: Db,
  ...reads: Reads
): Promise<{ [At in keyof Reads]: Awaited<ReturnType<Reads[At]>> }> {
  const answers: unknown[] = [];
  if (db.isTransaction) for (const read of reads) answers.push(await read());
  else answers.push(...(await Promise.all(reads.map((read) => read()))));
  return answers as { [At in keyof Reads]: Awaited<ReturnType<Reads[At]>> };
}

function requireIsolation(tx: Tx, wanted: Isolation): void {
  const given = isolationOf.get(tx) ?? 'read committed';
  if (isolations.indexOf(given) < isolations.indexOf(wanted))
    throw new Error(`a transaction that is ${given} cannot become ${wanted}`);
}

async function runOnce<T>(db: Db, work: (tx: Tx) => Promise<T>, isolation: Isolation): Promise<T> {
  const callbacks = new Map<unknown, () => void>();
  // Every session begins with the first of them.
  const builder = db.transaction();
  const isolated = isolation === 'read committed' ? builder : builder.setIsolationLevel(isolation);
  const result = await isolated.execute((tx) => {
    commitCallbacks.set(tx, callbacks);
    isolationOf.set(tx, isolation);
    return work(tx);
  });
  for (const callback of callbacks.values()) callback();
  return result;
}

/**
 * Calls back once the transaction is committed, if `withTransaction` began it, in the order of the keys' first use. A process that
 * ends between commit and callback never calls: what must not be lost belongs into the transaction.
 * @param key of several callbacks with the same key only the last is called.
 */
export function afterCommit(tx: Tx, key: unknown, callback: () => void): void {
  commitCallbacks.get(tx)?.set(key, callback);
}
