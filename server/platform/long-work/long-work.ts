import type { Logger } from 'pino';
import type { z } from 'zod';
import type { Services } from '../context.ts';
import { type Db, mayGoBetter, type Tx, withTransaction } from '../database/database.ts';
import { readFrom } from '../database/replica.ts';
import { findFullDisk } from '../disk.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { retention } from '../retention.ts';
import type { Settings } from '../settings.ts';
import {
  type Attempt,
  beginLongWork,
  deleteLongWorkBefore,
  endLongWork,
  findWithFile,
  finishLongWork,
  giveLongWorkBack,
  insertLongWork,
  isWanted,
  type NewLongWork,
  noteProgress,
} from './long-work.store.ts';
import { listResults, publishResult, removeFiles, removeOwn, writeResult } from './result-files.ts';

/** What a run is given. */
export interface Run<Parameters> {
  /** Of the work, for whatever keeps how far it came. */
  id: string;
  db: Db;
  /** Reads what is exported, from a replica where there is one. It may be run again. */
  read: <T>(work: (db: Db) => Promise<T>) => Promise<T>;
  settings: Settings;
  parameters: Parameters;
  now: () => Date;
  /** Says how far it is; written down once a second at most. */
  report: (done: number, total: number) => void;
  /** Aborted when nobody wants it any more, or the process stops. A statement that is under way may end first. */
  signal: AbortSignal;
}

/** One kind of work that takes longer than a request may: it makes a file, piece by piece. */
export interface LongWorkKind<Type extends z.ZodType = z.ZodType> {
  parameters: Type;
  file: (parameters: z.output<Type>) => { name: string; type: string };
  /** It may be run again from its beginning, where a process ended in between. */
  run: (given: Run<z.output<Type>>) => AsyncIterable<string | Uint8Array>;
}
export type LongWorkKinds = Readonly<Record<string, LongWorkKind>>;

/** Declares a kind of long work, its run typed by its parameters. */
export const declareLongWork = <Type extends z.ZodType>(kind: LongWorkKind<Type>) => kind as unknown as LongWorkKind;

const progressMs = 1_000;
/** After so many runs that their process did not survive it has failed: it may be what ends them. */
const mostAttempts = 5;
const dayMs = 86_400_000;

/** Asks for long work as part of a transaction. @returns its id */
export async function askForLongWork(tx: Tx, jobs: Jobs, work: NewLongWork): Promise<string> {
  const id = await insertLongWork(tx, work);
  await jobs.send(tx, 'long-work', { id, kind: work.kind });
  return id;
}

/** Work that this version does not know. */
class UnknownKind extends Error {}

type Worker = Pick<Services, 'db' | 'replica' | 'jobs' | 'clock' | 'settings'>;

/**
 * Runs long work to its end: done with a file, failed, or cancelled, as it is also once whoever asked for it may not any more.
 * @throws the error that broke it off, where it is to be run again: the database was away, held up or too slow, or the process stops.
 *   How often is for its queue to say, and none of these tries counts as one that its process did not survive.
 */
export async function runLongWork(
  worker: Worker,
  kinds: LongWorkKinds,
  id: string,
  stopping: AbortSignal,
  logger: Logger,
): Promise<void> {
  const { db, clock, settings } = worker;
  const work = await beginLongWork(db, id, clock.now());
  if (!work) return;
  const end = (ending: Parameters<typeof endLongWork>[3]) => endLongWork(db, work, clock.now(), ending);
  if (!(await isWanted(db, work))) return await end({ state: 'cancelled' });
  if (work.attempts > mostAttempts) return await end({ state: 'failed', problem: 'broke_off' });
  if (await findFullDisk(settings.dataDir)) return await end({ state: 'failed', problem: 'no_room' });
  const unwanted = new AbortController();
  try {
    await runOnce(worker, kinds, work, stopping, unwanted);
  } catch (error) {
    if (unwanted.signal.aborted) return await end({ state: 'cancelled' });
    if (stopping.aborted || mayGoBetter(error) || error instanceof UnknownKind) {
      const { code, message } = (stopping.reason ?? error) as Error & { code?: string };
      // A stop is no failure; that its time is over, or another has it, is one.
      if (!isStop(stopping)) {
        const which = { kind: work.kind, id, reason: stopping.aborted ? message : (code ?? message) };
        logger.warn(which, 'long work broke off, and will be tried again');
      }
      // Where that fails too it counts as a run that its process did not survive.
      await giveLongWorkBack(db, work).catch(() => {});
      throw error;
    }
    logger.error({ err: error, kind: work.kind, id }, 'long work failed');
    await end({ state: 'failed', problem: (error as { code?: string }).code === 'ENOSPC' ? 'no_room' : 'internal' });
  }
}

/** Whether a worker that stops has broken its work off: what ended otherwise has a reason of its own. */
const isStop = ({ aborted, reason }: AbortSignal) => aborted && reason?.name === 'AbortError';

async function runOnce(
  { db, replica, jobs, clock, settings }: Worker,
  kinds: LongWorkKinds,
  work: Attempt & { kind: string; parameters: unknown },
  stopping: AbortSignal,
  unwanted: AbortController,
): Promise<void> {
  const kind = kinds[work.kind];
  // A newer version beside this one may have asked for it, and does it at a later try.
  if (!kind) throw new UnknownKind(`nothing here does ${work.kind}`);
  const progress: { done: number; total: number | null } = { done: 0, total: null };
  const watch = setInterval(async () => {
    // What cannot be written down now is written down a second later.
    const isWanted = await noteProgress(db, work, progress).catch(() => true);
    if (!isWanted) unwanted.abort();
  }, progressMs);
  try {
    const { id } = work;
    const parameters = kind.parameters.parse(work.parameters);
    const signal = AbortSignal.any([stopping, unwanted.signal]);
    const report = (done: number, total: number) => void Object.assign(progress, { done, total });
    const read: Run<unknown>['read'] = (of) => readFrom({ db, replica }, of);
    const bytes = await writeResult(
      settings,
      work,
      kind.run({ id, db, read, settings, parameters, now: () => clock.now(), report, signal }),
      signal,
    );
    const now = clock.now();
    const expiresAt = new Date(now.getTime() + retention.longWorkResultDays * dayMs);
    const result = { ...kind.file(parameters), bytes, expiresAt };
    let isPublished = false;
    await withTransaction(db, async (tx) => {
      const finished = await finishLongWork(tx, work, now, result, progress);
      if (!finished) return unwanted.abort();
      // The transaction may run again.
      if (!isPublished) await publishResult(settings, work);
      isPublished = true;
      if (finished.mailTo)
        await jobs.send(tx, 'mail', { to: finished.mailTo, ...mailOf(settings, work.id, result.name) });
    });
    if (!unwanted.signal.aborted) return;
    throw new Error('it is no longer wanted');
  } finally {
    clearInterval(watch);
    await removeOwn(settings, work);
  }
}

/** In English: so far only administrators ask for it. The link leads to the work by way of the sign-in, which who is signed in need not take. */
const mailOf = ({ productName, publicUrl }: Settings, id: string, name: string) => ({
  subject: `${name} is ready`,
  text: [
    'Aloha,',
    '',
    `${name}, which you asked ${productName} for, is ready for ${retention.longWorkResultDays} days:`,
    '',
    `${publicUrl}/auth?redirect=${encodeURIComponent(`/security/work?open=${id}`)}`,
    '',
    'It opens once you are signed in.',
  ].join('\n'),
});

/** Takes away results whose time is over, what broken runs have left, and long work of long ago. */
export async function tidyLongWork(db: Db, settings: Settings, now: Date, signal?: AbortSignal): Promise<void> {
  const files = await listResults(settings);
  const kept = await findWithFile(db, [...files.keys()], now);
  for (const [id, names] of files) if (!kept.has(id)) await removeFiles(settings, names);
  signal?.throwIfAborted();
  await deleteLongWorkBefore(db, new Date(now.getTime() - retention.longWorkDays * dayMs));
}
