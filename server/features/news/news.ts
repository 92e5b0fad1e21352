import { type NewsState, newsIdText } from '../../../contract/news.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, type Tx, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { isWhole, nextOf, readPage } from '../../platform/lists.ts';
import {
  discardNews as discardUnreadable,
  findNews,
  findNewsBody,
  type NewsFilter,
  reopenNews,
} from '../../platform/news/inbox.store.ts';

const mostBytesShown = 64_000;

type ListQuery = NewsFilter & { sort: string; after?: string | undefined; limit?: number | undefined };

/** A page of what came in. @throws Refusal `invalid_request` for a cursor that is none */
export async function listNews(db: Db, { sort, after, limit, ...filter }: ListQuery) {
  const page = readPage({ sort, after, limit }, (_by, value) => isWhole(value), newsIdText);
  const { rows, total } = await findNews(db, filter, page);
  const news = rows.map((row) => ({
    ...row,
    state: row.state as NewsState,
    received_at: row.received_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }));
  return { rows: news, total, next: nextOf(sort, page, rows) };
}

/** What a piece of news says, for an administrator. @throws Refusal `not_found` */
export async function readNews(db: Db, now: Date, actor: Actor, id: number): Promise<{ text: string }> {
  return await withTransaction(db, async (tx) => {
    const body = await findNewsBody(tx, id, mostBytesShown);
    if (!body) throw new Refusal('not_found');
    await note(tx, now, actor, id, 'news_read');
    return { text: body.toString('utf8') };
  });
}

/** An administrator who decides about news, and why. */
interface Decision {
  actor: Actor;
  reason: string;
}

/** Has news that could not be read, or that nothing is left for to do it, taken up again. @throws Refusal `not_found` for all other */
export async function retryNews(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  { actor, reason }: Decision,
  id: number,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const source = await reopenNews(tx, id);
    if (source === undefined) throw new Refusal('not_found');
    await jobs.send(tx, 'news', { id });
    await note(tx, now, actor, id, 'news_retried', { source, reason });
  });
}

/** Puts such news away. @throws Refusal `not_found` for all other */
export async function discardNews(db: Db, now: Date, { actor, reason }: Decision, id: number): Promise<void> {
  await withTransaction(db, async (tx) => {
    const source = await discardUnreadable(tx, id, now, 'stuck');
    if (source === undefined) throw new Refusal('not_found');
    await note(tx, now, actor, id, 'news_discarded', { source, reason });
  });
}

async function note(
  tx: Tx,
  now: Date,
  { userId: actorId, requestId }: Actor,
  id: number,
  action: string,
  after?: object,
) {
  await recordAudit(tx, now, { action, actorId, subject: { kind: 'news', id }, after, requestId });
}
