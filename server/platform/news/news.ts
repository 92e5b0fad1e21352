import type { IncomingHttpHeaders } from 'node:http';
import type { Logger } from 'pino';
import { newsSources } from '../../../contract/news.ts';
import type { Context } from '../context.ts';
import { type Db, type Tx, withTransaction } from '../database/database.ts';
import { Refusal } from '../http/refusal.ts';
import type { Jobs } from '../jobs/jobs.ts';
import { hashToken, isSame } from '../sessions/tokens.ts';
import { beginNews, giveNewsBack, insertNews, lockTakenNews, type News, settleNews } from './inbox.store.ts';

export type { News } from './inbox.store.ts';

/**
 * Does what a piece of news says, in its transaction: all of it is kept together with that the news is done, or nothing. It may come
 * in any order, and be run again after it failed.
 * @throws Unreadable where no other try would help.
 */
export type NewsHandler = (tx: Tx, now: Date, news: News) => Promise<void>;

/** News that cannot be understood; the words are for administrators and hold none of its contents. */
export class Unreadable extends Error {}

/** News of a source that this version does not know. */
class UnknownSource extends Error {
  override name = 'UnknownSource';
}

/**
 * Lets a server in that knows the secret of a source, and counts the call among that source's. Whoever knows none is told that
 * there is no such address. Hashes are compared, each with each, in a time that says nothing of the secret.
 * @throws Refusal `not_found`, `rate_limited`
 */
export async function admitSource(
  { source, secret }: { source: string; secret: string },
  { settings, limits, clock, recordEvent }: Pick<Context, 'settings' | 'limits' | 'clock' | 'recordEvent'>,
): Promise<void> {
  const given = hashToken(`${source}/${secret}`);
  const matches = settings.newsSecrets.filter((known) => isSame(hashToken(`${known.source}/${known.secret}`), given));
  if (matches.length === 0) {
    const named = newsSources.find((one) => one === source) ?? 'a source that there is not';
    recordEvent({
      type: 'webhook_refused',
      severity: 'medium',
      description: `News of ${named} came with a wrong secret.`,
    });
    throw new Refusal('not_found');
  }
  await limits.spend({ limit: 'news-source', key: source }, clock.now());
}

/** Keeps news as it came, with the job that takes it up: once this returns it is not lost. */
export async function keepNews(
  { db, jobs }: { db: Db; jobs: Jobs },
  news: { source: string; received_at: Date; headers: IncomingHttpHeaders; body: Buffer },
): Promise<void> {
  await withTransaction(db, async (tx) => {
    const id = await insertNews(tx, { ...news, headers: headersOfInterest(news.headers) });
    await jobs.send(tx, 'news', { id });
  });
}

/** What a sender says of its message. Cookies, keys, passwords and what proxies add are not kept. */
function headersOfInterest(headers: IncomingHttpHeaders): Record<string, string> {
  const isSecret = (name: string) => /key|auth|token|secret|password|cookie|session/.test(name);
  const isKept = (name: string) =>
    ['content-type', 'content-encoding', 'date', 'user-agent'].includes(name) ||
    (/^(webhook-|x-(?!forwarded|real-ip))|signature$/.test(name) && !isSecret(name));
  const kept = Object.entries(headers).filter(([name, value]) => isKept(name) && value !== undefined);
  // PostgreSQL's JSON holds no NUL and no half characters; Node gives headers byte by byte.
  return Object.fromEntries(kept.map(([name, value]) => [name, String(value).replace(/[^\x20-\x7e\xa0-\xff]/g, '?')]));
}

/**
 * Takes up news from the inbox: what it says is done once, however often and by however many processes this is called for it, and
 * whether or not one of them ended midway.
 * @throws the handler's error, or the database's, where another try may help.
 */
export async function takeUpNews(
  db: Db,
  now: Date,
  handlers: Readonly<Record<string, NewsHandler>>,
  id: number,
  logger: Pick<Logger, 'warn'>,
): Promise<void> {
  const source = await beginNews(db, id);
  if (source === undefined) return;
  try {
    await withTransaction(db, async (tx) => {
      const news = await lockTakenNews(tx, id);
      if (!news) return; // somebody else has done it meanwhile
      const handle = handlers[news.source];
      // A newer version beside this one may have kept it, and reads it at a later try.
      if (!handle) throw new UnknownSource();
      await handle(tx, now, news);
      await settleNews(tx, id, now);
    });
  } catch (error) {
    if (error instanceof Unreadable) {
      const reason = error.message.slice(0, 300);
      logger.warn({ source, id, reason }, 'news cannot be read');
      return await settleNews(db, id, now, reason);
    }
    // Its kind alone: what it says may hold what the news says.
    const { code, name } = error as { code?: unknown; name?: unknown };
    const reason = String(code ?? name ?? 'unknown').slice(0, 300);
    logger.warn({ source, id, reason }, 'news could not be taken up, and will be tried again');
    await giveNewsBack(db, id, reason).catch(() => {});
    throw error;
  }
}
