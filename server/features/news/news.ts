import type { NewsState } from '../../../contract/news.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import type { Services } from '../../platform/context.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findNews, findNewsBody, reopenNews } from '../../platform/news/inbox.store.ts';

const newsPerPage = 100;
const mostBytesShown = 64_000;

/** What came in, newest first. */
export async function listNews(db: Db, filter: { state?: NewsState | undefined; before?: number | undefined }) {
  const rows = await findNews(db, { ...filter, limit: newsPerPage });
  const news = rows.map(({ headers, ...row }) => ({
    ...row,
    media_type: (headers as Record<string, string>)['content-type'] ?? null,
    state: row.state as NewsState,
    received_at: row.received_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
  }));
  return { news, next: news.length === newsPerPage ? news.at(-1)!.id : null };
}

/** What a piece of news says, for an administrator. @throws Refusal `not_found` */
export async function readNews(db: Db, now: Date, actor: Actor, id: number): Promise<{ text: string }> {
  return await withTransaction(db, async (tx) => {
    const body = await findNewsBody(tx, id, mostBytesShown);
    if (!body) throw new Refusal('not_found');
    await recordAudit(tx, now, {
      action: 'news_read',
      actorId: actor.userId,
      subject: { kind: 'news', id },
      requestId: actor.requestId,
    });
    return { text: body.toString('utf8') };
  });
}

/** Has news that could not be read taken up again. @throws Refusal `not_found` where there is none of this number that is unreadable */
export async function retryNews(
  { db, jobs }: Pick<Services, 'db' | 'jobs'>,
  now: Date,
  actor: Actor,
  id: number,
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const source = await reopenNews(tx, id);
    if (source === undefined) throw new Refusal('not_found');
    await jobs.send(tx, 'news', { id });
    await recordAudit(tx, now, {
      action: 'news_retried',
      actorId: actor.userId,
      subject: { kind: 'news', id },
      after: { source },
      requestId: actor.requestId,
    });
  });
}
