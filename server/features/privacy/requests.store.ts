import { type RawBuilder, sql } from 'kysely';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import { byInstant, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** Notes that somebody asks for their data as a file. @returns the request's id */
export async function insertExport(tx: Tx, userId: string, now: Date): Promise<string> {
  const request = { kind: 'export', user_id: userId, asked_at: now };
  return (await tx.insertInto('privacy_requests').values(request).returning('id').executeTakeFirstOrThrow()).id;
}

/** Whether a file that somebody asked for since an instant is still being made. */
export async function isExporting(tx: Tx, userId: string, since: Date): Promise<boolean> {
  const request = await tx
    .selectFrom('privacy_requests')
    .select('id')
    .where('user_id', '=', userId)
    .where('kind', '=', 'export')
    .where('state', '=', 'under_way')
    .where('asked_at', '>', since)
    .executeTakeFirst();
  return request !== undefined;
}

/** Says how a request ended. */
export async function endRequest(db: Db, id: string, state: 'done' | 'failed', now: Date): Promise<void> {
  await db
    .updateTable('privacy_requests')
    .set({ state, ended_at: now, sought: null })
    .where('id', '=', id)
    .where('state', '=', 'under_way')
    .execute();
}

/** For how many seconds the oldest erasure has been under way; 0 where there is none. */
export async function findErasureLag(db: Db, now: Date): Promise<number> {
  const { rows } = await sql<{ asked_at: Date | null }>`
    select min(asked_at) as asked_at from privacy_requests where state = 'under_way' and kind = 'erasure'`.execute(db);
  return Math.max(0, (now.getTime() - (rows[0]?.asked_at ?? now).getTime()) / 1_000);
}

/** The erasures that have been under way since an instant. */
export async function findWaitingErasures(db: Db, since: Date): Promise<{ id: string; asked_at: Date }[]> {
  const { rows } = await sql<{ id: string; asked_at: Date }>`
    select id, asked_at from privacy_requests where state = 'under_way' and kind = 'erasure' and asked_at <= ${since}`.execute(
    db,
  );
  return rows;
}

/** Forgets requests that ended before an instant. */
export async function deleteRequestsBefore(db: Db, instant: Date): Promise<void> {
  await deleteInBatches(db, 'privacy_requests', {
    where: sql`ended_at < ${instant}`,
    orderBy: sql`ended_at`,
  });
}

export interface RequestRow {
  id: string;
  kind: string;
  state: string;
  user_id: string;
  email: string | null;
  asked_at: Date;
  ended_at: Date | null;
}

/** A page of requests, and how many there are in all, up to one more than is counted. */
export async function findRequests(
  db: Db,
  { kind, state }: { kind?: string | undefined; state?: string | undefined },
  page: Page,
) {
  const matching: RawBuilder<unknown>[] = [];
  if (kind) matching.push(sql`r.kind = ${kind}`);
  if (state) matching.push(sql`r.state = ${state}`);
  const columns = sql`r.id, r.kind, r.state, r.user_id, r.asked_at, r.ended_at,
    (select u.email from users u where u.id = r.user_id and u.erased_at is null) as email`;
  const list = { from: sql`privacy_requests r`, id: sql`r.id`, matching, order: byInstant(sql`r.asked_at`), columns };
  return await findPage<RequestRow>(db, list, page);
}

/** How many requests are under way, and how many of each kind were asked for since an instant. */
export async function countRequests(db: Db, since: Date) {
  const { rows } = await sql<{ under_way: number; exports: number; erasures: number }>`
    select (select count(*) from privacy_requests where state = 'under_way') as under_way,
      count(*) filter (where kind = 'export') as exports, count(*) filter (where kind = 'erasure') as erasures
    from privacy_requests where asked_at >= ${since}`.execute(db);
  return rows[0]!;
}

/** The hosts of others that pictures of what guests find are fetched from. */
export const findPictureHosts = (db: Db): Promise<string[]> =>
  findHosts(
    db,
    sql`select image_url from listings where is_active union all select image_url from locations where deleted_at is null`,
  );

/** The hosts that booking links of what guests find lead to. */
export const findLinkHosts = (db: Db): Promise<string[]> =>
  findHosts(db, sql`select booking_url from listings where is_active`);

async function findHosts(db: Db, addresses: RawBuilder<unknown>): Promise<string[]> {
  const { rows } = await sql<{ host: string }>`
    select distinct lower(substring(address from '^https?://([^/?#]+)')) as host from (${addresses}) shown (address)
    where address ~ '^https?://'`.execute(db);
  return rows.map(({ host }) => host);
}
