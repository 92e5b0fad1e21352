import { type RawBuilder, sql } from 'kysely';
import type { NewsState } from '../../../contract/news.ts';
import { advisoryLocks } from '../database/advisory-locks.ts';
import { deleteInBatches } from '../database/batches.store.ts';
import type { Db, Tx } from '../database/database.ts';
import { hasJob } from '../jobs/jobs.store.ts';
import { byCount, contains, findPage } from '../lists.store.ts';
import type { Page } from '../lists.ts';

/** What somebody else's server brought. */
export interface News {
  id: number;
  source: string;
  received_at: Date;
  headers: Record<string, string>;
  body: Buffer;
}

/** Keeps news as it came. @returns its number in the inbox */
export async function insertNews(tx: Tx, news: Omit<News, 'id'>): Promise<number> {
  const { id } = await tx
    .insertInto('inbox')
    .values({ ...news, headers: JSON.stringify(news.headers) })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/** Begins on news that is not settled, or that somebody has begun on before. @returns its source, nothing where there is none */
export async function beginNews(db: Db, id: number): Promise<string | undefined> {
  const row = await db
    .updateTable('inbox')
    .set({ state: 'taken', attempts: sql`attempts + 1` })
    .where('id', '=', id)
    .where('state', 'in', ['new', 'taken'])
    .returning('source')
    .executeTakeFirst();
  return row?.source;
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

/** Not settled yet, by a worker or an administrator. */
const isOpen = sql<boolean>`state in ('new', 'taken')`;

/** What an administrator decides about: news that is unreadable, or not settled with neither a job nor a dead letter left for it. */
const isStuck = sql<boolean>`(state = 'unreadable' or (${isOpen}
  and not ${hasJob('news', sql`inbox.id::text`, { orDead: true })}))`;

/** Of two who decide at once the second judges by what the first has done. */
const lockNews = (tx: Tx, id: number) => tx.selectFrom('inbox').select('id').where('id', '=', id).forUpdate().execute();

/** Lets news that is stuck be taken up again. @returns its source, nothing where there is none of this number that is */
export async function reopenNews(tx: Tx, id: number): Promise<string | undefined> {
  await lockNews(tx, id);
  const row = await tx
    .updateTable('inbox')
    .set({ state: 'new', problem: null, settled_at: null })
    .where('id', '=', id)
    .where(isStuck)
    .returning('source')
    .executeTakeFirst();
  return row?.source;
}

/** Puts news away that is not settled, or only where it is `stuck`. @returns its source, nothing where there is none of this number */
export async function discardNews(tx: Tx, id: number, now: Date, which: 'stuck' | 'open'): Promise<string | undefined> {
  await lockNews(tx, id);
  const row = await tx
    .updateTable('inbox')
    .set({ state: 'discarded', settled_at: now })
    .where('id', '=', id)
    .where(which === 'stuck' ? isStuck : isOpen)
    .returning('source')
    .executeTakeFirst();
  return row?.source;
}

export interface NewsFilter {
  search?: string | undefined;
  state?: NewsState | undefined;
  id?: number | undefined;
}

/** News as a list tells of it, without what it says. */
export interface NewsRecord {
  id: number;
  source: string;
  received_at: Date;
  media_type: string | null;
  bytes: number;
  state: string;
  attempts: number;
  problem: string | null;
  settled_at: Date | null;
}

/** A page of what is in the inbox, in the order in which it came. */
export async function findNews(db: Db, { search, state, id }: NewsFilter, page: Page) {
  const matching: RawBuilder<unknown>[] = [];
  if (search) matching.push(contains(sql`concat_ws(' ', i.source, i.problem)`, search));
  if (state) matching.push(sql`i.state = ${state}`);
  if (id) matching.push(sql`i.id = ${id}`);
  const columns = sql`i.id, i.source, i.received_at, i.headers ->> 'content-type' as media_type, octet_length(i.body) as bytes,
    i.state, i.attempts, i.problem, i.settled_at`;
  const list = { from: sql`inbox i`, id: sql`i.id`, idType: 'bigint' as const, matching, columns };
  return await findPage<NewsRecord>(db, { ...list, order: byCount(sql`i.id`) }, page);
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

/** Whether the demo's past is passing: what is brought in it has a date of then and no job, and is taken up at once. */
const isPastPassing = sql<boolean>`exists (select from pg_locks l join pg_database d on d.oid = l.database
  where l.locktype = 'advisory' and d.datname = current_database() and l.objsubid = 1
    and l.classid = 0 and l.objid = ${advisoryLocks.demoHistory})`;

/** Seconds that the oldest news has waited that is not settled; 0 when none waits. A dead letter waits for an administrator, who has it listed. */
export async function findNewsLag(db: Db, now: Date): Promise<number> {
  const id = sql`inbox.id::text`;
  const { rows } = await sql<{ lag: number | null }>`
    select extract(epoch from ${now}::timestamptz - min(received_at))::float8 as lag from inbox
    where ${isOpen} and (${hasJob('news', id)} or not (${hasJob('news', id, { orDead: true })} or ${isPastPassing}))`.execute(
    db,
  );
  return rows[0]?.lag ?? 0;
}

/** Forgets news that was settled before an instant. */
export async function deleteNewsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'inbox', { where: sql`settled_at < ${instant}`, orderBy: sql`settled_at` });
}
