import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { DrawnFile } from './draw-picture.ts';

/** A picture as a listing shows it. */
export interface ShownPicture {
  image_url: string | null;
  image_color: string | null;
  image_widths: number[] | null;
}

const columns = ['id', 'listing_id', 'state', 'problem', 'url', 'color', 'widths', 'asked_by', 'past_since'] as const;

/** One that was sent; until the transaction ends nobody else changes it, where there is one. */
export async function findSent(db: Db, id: string) {
  return await db.selectFrom('listing_pictures').select(columns).where('id', '=', id).executeTakeFirst();
}
export type SentPicture = NonNullable<Awaited<ReturnType<typeof findSent>>>;

/** How many that a listing had until lately are told of. */
const mostEarlier = 6;

/** The one that is being drawn, or the last that failed since the last one that did not; and those that can be shown again, the one that was shown last first. */
export async function findSentFor(db: Db, listingId: number) {
  const all = db
    .selectFrom('listing_pictures')
    .select(['id', 'state', 'problem', 'url', 'past_since'])
    .where('listing_id', '=', listingId);
  const last = await all
    .orderBy('asked_at', 'desc')
    .orderBy(sql`state = 'done'`)
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();
  const past = all.where('state', '=', 'done').where('past_since', 'is not', null);
  const earlier = await past.orderBy('past_since', 'desc').orderBy('id').limit(mostEarlier).execute();
  return { last: last?.state === 'done' ? undefined : last, earlier };
}

/** Those that are still to be drawn, of all listings. */
export async function findWaiting(db: Db) {
  const { rows } = await sql<{ id: string; listing_id: number; asked_at: Date }>`
    select id, listing_id, asked_at from listing_pictures where state = 'waiting' order by listing_id`.execute(db);
  return rows;
}

export async function findShown(tx: Tx, listingId: number): Promise<ShownPicture> {
  const shown = tx.selectFrom('listings').select(['image_url', 'image_color', 'image_widths']);
  return await shown.where('id', '=', listingId).executeTakeFirstOrThrow();
}

export async function insertSent(tx: Tx, sent: Insertable<Tables['listing_pictures']>): Promise<void> {
  await tx.insertInto('listing_pictures').values(sent).execute();
}

export async function updateSent(tx: Tx, id: string, changes: Updateable<Tables['listing_pictures']>): Promise<void> {
  await tx.updateTable('listing_pictures').set(changes).where('id', '=', id).execute();
}

/** Forgets what is still to be drawn for a listing. */
export async function deleteWaiting(tx: Tx, listingId: number): Promise<void> {
  await tx.deleteFrom('listing_pictures').where('listing_id', '=', listingId).where('state', '=', 'waiting').execute();
}

export async function insertFiles(tx: Tx, id: string, files: readonly DrawnFile[]): Promise<void> {
  const rows = files.map(({ width, type, bytes }) => ({ picture_id: id, width, type, bytes: Buffer.from(bytes) }));
  await tx.insertInto('listing_picture_files').values(rows).execute();
}

/** Gives a listing its picture, or none; the one that it had is past from now on, and kept where it is not ours to draw again. */
export async function showPicture(tx: Tx, listingId: number, shown: ShownPicture, now: Date): Promise<void> {
  await sql`
    insert into listing_pictures (id, listing_id, state, url, color, widths, asked_at, past_since)
    select gen_random_uuid(), l.id, 'done', l.image_url, l.image_color, l.image_widths, l.created_at, ${now} from listings l
    where l.id = ${listingId} and l.image_url is not null
      and not exists (select from listing_pictures p where p.listing_id = l.id and p.url = l.image_url)`.execute(tx);
  await sql`
    update listing_pictures set past_since = case when url is distinct from ${shown.image_url} then coalesce(past_since, ${now}) end
    where listing_id = ${listingId} and state = 'done'`.execute(tx);
  await tx
    .updateTable('listings')
    .set({ ...shown, updated_at: now })
    .where('id', '=', listingId)
    .execute();
}

export async function findFile(db: Db, id: string, width: number, type: string): Promise<Buffer | undefined> {
  const file = db.selectFrom('listing_picture_files').select('bytes').where('picture_id', '=', id);
  return (await file.where('width', '=', width).where('type', '=', type).executeTakeFirst())?.bytes;
}

/** Takes away what no listing has shown since a moment, and what failed before it. */
export async function deletePastBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'listing_pictures', {
    where: sql`past_since <= ${before}`,
    orderBy: sql`past_since`,
  });
}
