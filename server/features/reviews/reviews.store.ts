import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/database.ts';
import { anyOf, byInstant, contains, findPage } from '../../platform/lists.store.ts';
import type { Page } from '../../platform/lists.ts';

/** A booking as far as its review is concerned. */
export async function findReviewable(db: Db, bookingId: string) {
  return await db
    .selectFrom('bookings')
    .select(['id', 'user_id', 'listing_id', 'status'])
    .where('id', '=', bookingId)
    .executeTakeFirst();
}

interface Written {
  bookingId: string;
  userId: string;
  listingId: number;
  rating: number;
  words: string | null;
  now: Date;
}

/** Writes a booking's review, or changes it; of two at once the second changes what the first wrote. `created` tells which. */
export async function upsertReview(tx: Tx, { bookingId, userId, listingId, rating, words, now }: Written) {
  const { rows } = await sql<{ id: string; rating: number; words: string | null; hidden: boolean; created: boolean }>`
    insert into reviews (booking_id, user_id, listing_id, rating, words, created_at, updated_at, awaits_look)
    values (${bookingId}, ${userId}, ${listingId}, ${rating}, ${words}, ${now}, ${now}, ${words !== null})
    on conflict (booking_id) do update set rating = excluded.rating, words = excluded.words, updated_at = excluded.updated_at,
      awaits_look = reviews.awaits_look or (excluded.awaits_look and excluded.words is distinct from reviews.words)
    returning id, rating, words, hidden, xmax = 0 as created`.execute(tx);
  return rows[0]!;
}

/** An active listing's figures: those of its visible reviews, kept with every change of them. */
export async function findListingFigures(db: Db, listingId: number) {
  return await db
    .selectFrom('listings')
    .select(['rating', 'review_count'])
    .where('id', '=', listingId)
    .where('is_active', '=', true)
    .executeTakeFirst();
}

export interface ReviewFilter {
  id?: string;
  ids?: readonly string[];
  listingId?: number;
  hidden?: boolean | undefined;
  limit?: number | undefined;
  offset?: number | undefined;
}

/** Reviews with who wrote them and of what, newest first. */
export async function findReviews(db: Db, { id, ids, listingId, hidden, limit = 20, offset = 0 }: ReviewFilter) {
  let query = db
    .selectFrom('reviews as r')
    .innerJoin('users as u', 'u.id', 'r.user_id')
    .innerJoin('listings as l', 'l.id', 'r.listing_id')
    .select(['r.id', 'r.rating', 'r.words', 'r.created_at', 'r.hidden', 'r.hidden_reason', 'r.listing_id', 'r.user_id'])
    .select('r.awaits_look')
    .select(['u.name as traveler_name', 'l.name as listing_name'])
    .orderBy('r.created_at', 'desc')
    .orderBy('r.id')
    .limit(limit)
    .offset(offset);
  if (id) query = query.where('r.id', '=', id);
  if (ids) query = query.where('r.id', '=', anyOf(ids));
  if (listingId !== undefined) query = query.where('r.listing_id', '=', listingId);
  if (hidden !== undefined) query = query.where('r.hidden', '=', hidden);
  return await query.execute();
}
export type ReviewRow = Awaited<ReturnType<typeof findReviews>>[number];

/** What a list of reviews is asked for. */
export interface Found {
  search?: string | undefined;
  hidden?: 'true' | 'false' | undefined;
  awaits_look?: 'true' | 'false' | undefined;
  id?: string | undefined;
}

/** Which reviews stand on a page. */
export async function findReviewPage(db: Db, { search, hidden, awaits_look, id }: Found, page: Page) {
  const listed = {
    from: sql`reviews r join listings l on l.id = r.listing_id join users u on u.id = r.user_id`,
    ...{ id: sql`r.id`, columns: sql`r.id`, order: byInstant(sql`r.created_at`) },
    matching: [
      ...(search ? [contains(sql`concat_ws(' ', r.words, l.name, u.name)`, search)] : []),
      ...(hidden ? [sql`r.hidden = ${hidden === 'true'}`] : []),
      ...(awaits_look ? [awaits_look === 'true' ? sql`r.awaits_look` : sql`not r.awaits_look`] : []),
      ...(id ? [sql`r.id = ${id}`] : []),
    ],
  };
  return await findPage<{ id: string }>(db, listed, page);
}

/** A review's own row, held against other changes until the transaction ends. */
export async function lockReview(tx: Tx, id: string) {
  return await tx
    .selectFrom('reviews')
    .select(['id', 'user_id', 'words', 'hidden', 'hidden_reason', 'awaits_look'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
}

export async function setHidden(tx: Tx, id: string, hidden: boolean, reason: string | null): Promise<void> {
  await tx
    .updateTable('reviews')
    .set({ hidden, hidden_reason: reason, awaits_look: false })
    .where('id', '=', id)
    .execute();
}
