import { sql } from 'kysely';
import type { NewsState } from '../../../contract/news.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db, Tx } from '../database/database.ts';

/** What somebody else's server brought. */
export interface News {
  id: number;
  source: string;
  received_at: Date;
  headers: Record<string, string>;
  body: Buffer;
}

/** Keeps news as it came. @returns its number in the inbox */
export async function insertNews(tx: Tx, news: Omit<News, 'id'> & { digest: Buffer }): Promise<number> {
  const { id } = await tx
    .insertInto('inbox')
    .values({ ...news, headers: JSON.stringify(news.headers) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins on news that is not settled, or that somebody has begun on before. @returns whether there is any */
export async function beginNews(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('inbox')
    .set({ state: 'taken', attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['new', 'taken'])
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** News that somebody has begun on, held until the transaction ends. */
export async function lockTakenNews(tx: Tx, id: number): Promise<News | undefined> {
  const news = await tx
    .selectFrom('inbox')
    .select(['id', 'source', 'received_at', 'headers', 'body'])
    .where('id', '=', id)
    .where('state', '=', 'taken')
    .forUpdate()
    .executeTakeFirst();
  return news && { ...news, headers: news.headers as Record<string, string> };
}

/** Settles news that is taken: what it says was done, or it cannot be read. */
export async function settleNews(db: Db, id: number, now: Date, unreadable?: string): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ state: unreadable === undefined ? 'done' : 'unreadable', problem: unreadable ?? null, settled_at: now })
    .where('id', '=', id)
    .where('state', '=', 'taken')
    .execute();
}

/** Gives news back that could not be taken up now. */
export async function giveNewsBack(db: Db, id: number, problem: string): Promise<void> {
  await db
    .updateTable('inbox')
    .set({ state: 'new', problem })
    .where('id', '=', id)
    .where('state', '=', 'taken')
    .execute();
}

/** Lets unreadable news be taken up again. @returns its source, nothing where there is none of this number that is unreadable */
export async function reopenNews(tx: Tx, id: number): Promise<string | undefined> {
  const row = await tx
    .updateTable('inbox')
    .set({ state: 'new', problem: null, settled_at: null })
    .where('id', '=', id)
    .where('state', '=', 'unreadable')
    .returning('source')
    .executeTakeFirst();
  return row?.source;
}

export interface NewsFilter {
  state?: NewsState | undefined;
  /** Only what came before this one. */
  before?: number | undefined;
  limit: number;
}

/** What is in the inbox, newest first, without what it says. */
export async function findNews(db: Db, { state, before, limit }: NewsFilter) {
  let query = db
    .selectFrom('inbox')
    .select(['id', 'source', 'received_at', 'headers', 'state', 'attempts', 'problem', 'settled_at'])
    .select(sql<number>`octet_length(body)`.as('bytes'))
    .orderBy('id', 'desc')
    .limit(limit);
  if (state) query = query.where('state', '=', state);
  if (before) query = query.where('id', '<', before);
  return await query.execute();
}

/** The first bytes of what a piece of news says. */
export async function findNewsBody(db: Db, id: number, mostBytes: number): Promise<Buffer | undefined> {
  const row = await db
    .selectFrom('inbox')
    .select(sql<Buffer>`substring(body from 1 for ${mostBytes}::integer)`.as('start'))
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.start;
}

/** Seconds that the oldest news that is not settled has waited; 0 when none waits. */
export async function findNewsLag(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from ${now}::timestamptz - min(received_at))::float8 as lag from inbox
    where state in ('new', 'taken')`.execute(db);
  return rows[0]?.lag ?? 0;
}

/** Forgets news that was settled before an instant. */
export async function deleteNewsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'inbox', { where: sql`settled_at < ${instant}`, orderBy: sql`settled_at` });
}
