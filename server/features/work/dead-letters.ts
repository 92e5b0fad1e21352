import type { DeadLetter as Told } from '../../../contract/work.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  type DeadLetter,
  type DeadLetterFilter,
  findDeadLetters,
  takeDeadLetter,
} from '../../platform/jobs/jobs.store.ts';
import type { JobData, JobName } from '../../platform/jobs/queues.ts';
import { isWhole as isWholeNumber, nextOf, readPage } from '../../platform/lists.ts';
import { giveUpLongWork, isOver } from '../../platform/long-work/long-work.store.ts';
import { discardNews } from '../../platform/news/inbox.store.ts';

/** Of what a job carries, what may be told. */
const told = ['to', 'subject', 'id'];

/** Mail loses what it said; the other kinds carry no more than a number. */
const isWhole = ({ queue, data }: Pick<DeadLetter, 'queue' | 'data'>) =>
  queue !== 'mail' || (data as { text?: string }).text !== undefined;

function present(letter: DeadLetter): Told {
  const data = (letter.data ?? {}) as Record<string, unknown>;
  const { code, response } = (letter.output ?? {}) as { code?: string | null; response?: number | null };
  return {
    id: letter.id,
    queue: letter.queue as Told['queue'],
    about: Object.fromEntries(told.flatMap((name) => (name in data ? [[name, String(data[name])]] : []))),
    problem: [code, response].filter(Boolean).join(' ') || null,
    asked_at: letter.asked_at.toISOString(),
    failed_at: letter.failed_at.toISOString(),
    tries: letter.tries,
    can_be_retried: isWhole(letter),
  };
}

type ListQuery = DeadLetterFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

/** A page of what failed for good. @throws Refusal `invalid_request` for a cursor that is none */
export async function listDeadLetters(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWholeNumber(value));
  const { rows, total } = await findDeadLetters(db, filter, page);
  return { rows: rows.map(present), total, next: nextOf(sort, page, rows) };
}

/** An administrator who decides about a dead letter, and why. */
interface Decision {
  actor: Actor;
  reason: string;
}

/** Asks for the work of a dead letter again, which is then none. @throws Refusal `not_found`, `dead_letter_emptied`, `work_over` */
export async function retryDeadLetter(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  decision: Decision,
  id: string,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const letter = await take(tx, id);
    if (!isWhole(letter)) throw new Refusal('dead_letter_emptied');
    if (letter.queue === 'long-work' && (await isOver(tx, (letter.data as JobData['long-work']).id)))
      throw new Refusal('work_over');
    await jobs.send(tx, letter.queue as JobName, letter.data as JobData[JobName]);
    await note(tx, now, decision, id, 'dead_letter_retried', letter.queue);
  });
}

/** Puts a dead letter away. No job is left then that would do the news or the long work it was about. @throws Refusal `not_found` */
export async function discardDeadLetter(db: Db, now: Date, decision: Decision, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const { queue, data } = await take(tx, id);
    if (queue === 'news') await discardNews(tx, (data as JobData['news']).id, now, 'open');
    if (queue === 'long-work') await giveUpLongWork(tx, (data as JobData['long-work']).id, now);
    await note(tx, now, decision, id, 'dead_letter_discarded', queue);
  });
}

async function take(tx: Tx, id: string) {
  const letter = await takeDeadLetter(tx, id);
  if (!letter) throw new Refusal('not_found');
  return letter;
}

async function note(tx: Tx, now: Date, { actor, reason }: Decision, id: string, action: string, queue: string) {
  const subject = { kind: 'dead_letter', id };
  const { userId: actorId, requestId } = actor;
  await recordAudit(tx, now, { action, actorId, subject, after: { queue, reason }, requestId });
}
