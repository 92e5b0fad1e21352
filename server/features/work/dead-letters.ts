import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { countDeadLetters, type DeadLetter, findDeadLetters, takeDeadLetter } from '../../platform/jobs/jobs.store.ts';
import type { JobData, JobName } from '../../platform/jobs/queues.ts';

const perPage = 100;

/** Of what a job carries, what may be told. */
const told = ['to', 'subject', 'id'];

/** Mail loses what it said; the other kinds carry no more than a number. */
const isWhole = ({ queue, data }: Pick<DeadLetter, 'queue' | 'data'>) =>
  queue !== 'mail' || (data as { text?: string }).text !== undefined;

function present(letter: DeadLetter) {
  const data = (letter.data ?? {}) as Record<string, unknown>;
  const { code, response } = (letter.output ?? {}) as { code?: string | null; response?: number | null };
  return {
    id: letter.id,
    queue: letter.queue,
    about: Object.fromEntries(told.flatMap((name) => (name in data ? [[name, String(data[name])]] : []))),
    problem: [code, response].filter(Boolean).join(' ') || null,
    asked_at: letter.asked_at.toISOString(),
    failed_at: letter.failed_at.toISOString(),
    tries: letter.tries,
    can_be_retried: isWhole(letter),
  };
}

/** What failed for good, newest first. */
export async function listDeadLetters(db: Db, after: string | undefined) {
  const [letters, total] = await Promise.all([findDeadLetters(db, { after, limit: perPage }), countDeadLetters(db)]);
  return {
    dead_letters: letters.map(present),
    total,
    next: letters.length === perPage ? letters.at(-1)!.cursor : null,
  };
}

/** Asks for the work of a dead letter again, which is then none. @throws Refusal `not_found`, `dead_letter_emptied` */
export async function retryDeadLetter(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  id: string,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const letter = await take(tx, id);
    if (!isWhole(letter)) throw new Refusal('dead_letter_emptied');
    await jobs.send(tx, letter.queue as JobName, letter.data as JobData[JobName]);
    await note(tx, now, actor, id, 'dead_letter_retried', letter.queue);
  });
}

/** Puts a dead letter away. @throws Refusal `not_found` */
export async function discardDeadLetter(db: Db, now: Date, actor: Actor, id: string): Promise<void> {
  await withTransaction(db, async (tx) => {
    const letter = await take(tx, id);
    await note(tx, now, actor, id, 'dead_letter_discarded', letter.queue);
  });
}

async function take(tx: Tx, id: string) {
  const letter = await takeDeadLetter(tx, id);
  if (!letter) throw new Refusal('not_found');
  return letter;
}

async function note(tx: Tx, now: Date, { userId, requestId }: Actor, id: string, action: string, queue: string) {
  const subject = { kind: 'dead_letter', id };
  await recordAudit(tx, now, { action, actorId: userId, subject, after: { queue }, requestId });
}
