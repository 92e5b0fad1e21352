import { type Insertable, sql, type Updateable } from 'kysely';
import type { Tables } from '../../../db/schema.ts';
import { advisoryLocks } from '../../platform/database/advisory-locks.ts';
import { deleteInBatches } from '../../platform/database/batches.store.ts';
import type { Db, Tx } from '../../platform/database/database.ts';
import type { DrawnFile } from './draw-picture.ts';

const columns = [
  ...(['id', 'listing_id', 'state', 'problem', 'url', 'color', 'widths', 'asked_by', 'past_since'] as const),
  ...(['words', 'crop', 'is_added'] as const),
] as const;

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
    .where('is_added', '=', false)
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

/** A picture that a listing shows. */
export interface PlacedPicture {
  id: string;
  url: string;
  color: string | null;
  widths: number[] | null;
  words: string | null;
}

/**
 * The pictures that a listing shows, in their order. One that it has had from elsewhere is there under the id that it is kept by. Its own
 * in lists is the first, also where a process of the version before has shown it, which gives none a place.
 */
export const findPlaced = async (db: Db, listingId: number): Promise<PlacedPicture[]> =>
  (await findPlacedOf(db, [listingId])).get(listingId) ?? [];

/** Those of several listings, by listing. */
export async function findPlacedOf(db: Db, listingIds: readonly number[]): Promise<Map<number, PlacedPicture[]>> {
  const { rows } = await sql<PlacedPicture & { listing_id: number }>`
    select listing_id, id, url, color, widths, words from (
      select l.id as listing_id, o.id, o.url, o.color, o.widths, o.words,
          case when o.url = l.image_url then 0 else o.place end as place
        from listings l join listing_pictures o on o.listing_id = l.id
        where l.id = any(${listingIds}::integer[]) and (o.url = l.image_url or o.place is not null and o.past_since is null)
      union all select l.id, ${idOfOther}, l.image_url, l.image_color, l.image_widths, l.image_words, 0 from listings l
        where l.id = any(${listingIds}::integer[]) and ${isOther}) p
    order by place, id`.execute(db);
  const found = new Map<number, PlacedPicture[]>();
  for (const { listing_id, ...one } of rows) found.set(listing_id, [...(found.get(listing_id) ?? []), one]);
  return found;
}

const isOther = sql`l.image_url is not null
  and not exists (select from listing_pictures p where p.listing_id = l.id and p.url = l.image_url)`;
const idOfOther = sql`md5(l.id || ' ' || l.image_url)::uuid`;

/** Names the picture that a listing shows first, or will once it is drawn: that it is drawn makes no other of it. */
export async function findPictureVersion(db: Db, listingId: number): Promise<string> {
  const sent = db.selectFrom('listing_pictures').select('id').where('listing_id', '=', listingId);
  const waiting = await sent.where('state', '=', 'waiting').where('is_added', '=', false).limit(1).executeTakeFirst();
  return waiting?.id ?? (await findPlaced(db, listingId))[0]?.id ?? 'none';
}

/** Those that an advertiser has sent: what is still to be drawn, and the last where it could not be. */
export async function findAdded(db: Db, listingId: number) {
  const { rows } = await sql<{ id: string; state: 'waiting' | 'failed'; problem: string | null }>`
    select id, state, problem from listing_pictures p where listing_id = ${listingId} and is_added and (state = 'waiting'
      or state = 'failed' and not exists (select from listing_pictures n where n.listing_id = p.listing_id and n.is_added
        and n.asked_at > p.asked_at))
    order by asked_at, id`.execute(db);
  return rows;
}

/** How many pictures that administrators have sent wait. */
export async function countWaitingOfHouse(db: Db): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::integer as count from listing_pictures where state = 'waiting' and not is_added`.execute(db);
  return rows[0]!.count;
}

/**
 * How many pictures an organisation has sent for its listings since a moment, those that wait among them, and how many wait. Until the
 * transaction ends nobody else of it counts them.
 */
export async function countOwnSent(tx: Tx, organisationId: string, since: Date) {
  await sql`select pg_advisory_xact_lock(${advisoryLocks.ownPictures}, hashtext(${organisationId}::text))`.execute(tx);
  const { rows } = await sql<{ lately: number; waiting: number }>`
    select count(*)::integer as lately, count(*) filter (where p.state = 'waiting')::integer as waiting
    from listings l join listing_pictures p on p.listing_id = l.id
    where l.organisation_id = ${organisationId} and p.is_added and (p.state = 'waiting' or p.asked_at > ${since})`.execute(
    tx,
  );
  return rows[0]!;
}

export async function insertSent(tx: Tx, sent: Insertable<Tables['listing_pictures']>): Promise<void> {
  await tx.insertInto('listing_pictures').values(sent).execute();
}

export async function updateSent(tx: Tx, id: string, changes: Updateable<Tables['listing_pictures']>): Promise<void> {
  await tx.updateTable('listing_pictures').set(changes).where('id', '=', id).execute();
}

/** Forgets what is still to be drawn in the place of a listing's first picture. */
export async function deleteWaiting(tx: Tx, listingId: number): Promise<void> {
  const waiting = tx.deleteFrom('listing_pictures').where('listing_id', '=', listingId).where('state', '=', 'waiting');
  await waiting.where('is_added', '=', false).execute();
}

export async function insertFiles(tx: Tx, id: string, files: readonly DrawnFile[]): Promise<void> {
  const rows = files.map(({ width, type, bytes }) => ({ picture_id: id, width, type, bytes: Buffer.from(bytes) }));
  await tx.insertInto('listing_picture_files').values(rows).execute();
}

/**
 * Has a listing show these pictures in this order, the first of them in lists. The others are past from now on, and one that is not ours
 * to draw again is kept.
 */
export async function placePictures(
  tx: Tx,
  listingId: number,
  pictures: readonly Pick<PlacedPicture, 'id' | 'words'>[],
  now: Date,
): Promise<void> {
  await sql`
    insert into listing_pictures (id, listing_id, state, url, color, widths, words, asked_at)
    select ${idOfOther}, l.id, 'done', l.image_url, l.image_color, l.image_widths, l.image_words, l.created_at from listings l
    where l.id = ${listingId} and ${isOther} on conflict do nothing`.execute(tx);
  const ids = pictures.map(({ id }) => id);
  await sql`
    update listing_pictures set place = null, past_since = coalesce(past_since, ${now})
    where listing_id = ${listingId} and state = 'done' and id <> all(${ids}::uuid[])`.execute(tx);
  const placed = JSON.stringify(pictures.map(({ id, words }, at) => ({ id, words, place: at + 1 })));
  await sql`
    update listing_pictures p set place = g.place, words = g.words, past_since = null
    from jsonb_to_recordset(${placed}::jsonb) as g(id uuid, words text, place smallint)
    where p.id = g.id and p.listing_id = ${listingId} and p.state = 'done'`.execute(tx);
  await sql`
    update listings l set image_url = p.url, image_color = p.color, image_widths = p.widths, image_words = p.words,
      more_pictures = ${pictures.length > 1}, updated_at = ${now}
    from (select ${listingId}::integer as id) one left join listing_pictures p on p.listing_id = one.id and p.place = 1
    where l.id = one.id`.execute(tx);
}

/** A file of a picture, whether its listing was never published, and whether somebody is of that listing's organisation. */
export async function findFile(db: Db, id: string, width: number, type: string, person: string | undefined) {
  const { rows } = await sql<{ bytes: Buffer; is_unpublished: boolean; is_own: boolean }>`
    select f.bytes, l.held is not distinct from 'unpublished' as is_unpublished, exists (select from members m
        where m.organisation_id = l.organisation_id and m.user_id = ${person ?? null}::uuid) as is_own
    from listing_picture_files f join listing_pictures p on p.id = f.picture_id join listings l on l.id = p.listing_id
    where f.picture_id = ${id} and f.width = ${width} and f.type = ${type}`.execute(db);
  return rows[0];
}

/** Makes all pictures of a listing past, and forgets those that are still to be drawn: their uploads go with the drawing. */
export async function dropPictures(tx: Tx, listingId: number, now: Date): Promise<void> {
  await tx.deleteFrom('listing_pictures').where('listing_id', '=', listingId).where('state', '=', 'waiting').execute();
  await placePictures(tx, listingId, [], now);
}

/** Takes away what no listing has shown since a moment, and what failed before it. */
export async function deletePastBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, 'listing_pictures', {
    where: sql`past_since <= ${before}`,
    orderBy: sql`past_since`,
  });
}
