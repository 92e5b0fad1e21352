import { createHash } from 'node:crypto';
import type { Input } from '../../../contract/endpoint.ts';
import type { ModeratedReview, moderateReview as moderateEndpoint, ShownReview } from '../../../contract/reviews.ts';
import { type Actor, recordAudit } from '../../platform/audit/audit.ts';
import { type Db, withTransaction } from '../../platform/database/database.ts';
import { withTenant } from '../../platform/database/tenants.store.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { answerPage, isWhole, type ListQuery, readPage } from '../../platform/lists.ts';
import { findReports, type ToldReports } from './review-reports.store.ts';
import {
  type Found,
  findListingFigures,
  findReviewable,
  findReviewPage,
  findReviews,
  lockReview,
  type ReviewRow,
  setHidden,
  upsertReview,
} from './reviews.store.ts';

export { reporterOf } from './reporters.ts';

/** `Maya L.` of Maya Lindqvist: enough to be a person, too little to find one. Null where there is no name. */
export function publicName(name: string | null): string | null {
  const [first, ...others] = (name ?? '').split(/\s+/).filter(Boolean);
  if (!first || /@/.test(first)) return null;
  const initial = [...(others.at(-1) ?? '')][0];
  return initial ? `${first} ${initial.toUpperCase()}.` : first;
}

const present = (row: ReviewRow): ShownReview => ({
  id: row.id,
  rating: row.rating,
  words: row.words,
  name: publicName(row.traveler_name),
  created_at: row.created_at.toISOString(),
});

/** Names the words of a review: other words have another name. */
export const versionOfWords = ({ id, words }: Pick<ReviewRow, 'id' | 'words'>): string =>
  createHash('sha256')
    .update(JSON.stringify([id, words]))
    .digest('base64url');

const presentToAdmin = (row: ReviewRow, told?: ToldReports): ModeratedReview => ({
  ...present(row),
  business_listing_id: row.listing_id,
  business_listing_name: row.listing_name,
  hidden: row.hidden,
  hidden_reason: row.hidden_reason,
  awaits_look: row.awaits_look,
  words_version: versionOfWords(row),
  report_count: told?.report_count ?? 0,
  reports: (told?.reports ?? []).map((one) => ({ ...one, reported_at: new Date(one.reported_at).toISOString() })),
});

/** A review of a traveler's own, as it is now. @throws Refusal `not_found` */
export async function getOwnReview(db: Db, userId: string, id: string) {
  const [review] = await withTenant(db, { person: userId }, (tx) => findReviews(tx, { id }));
  if (review?.user_id !== userId) throw new Refusal('not_found');
  return review;
}

/**
 * Keeps a traveler's review of a completed booking of theirs, or changes the one there is; a hidden one stays hidden. The
 * listing's rating and count follow in the same transaction.
 * @throws Refusal `not_found` for a missing booking and for somebody else's, `review_too_early`
 */
export async function postReview(
  db: Db,
  now: Date,
  actor: Actor,
  { booking_id, rating, words }: { booking_id: string; rating: number; words?: string | null | undefined },
) {
  return await withTenant(db, { person: actor.userId }, async (tx) => {
    const booking = await findReviewable(tx, booking_id);
    if (booking?.user_id !== actor.userId) throw new Refusal('not_found');
    if (booking.status !== 'completed') throw new Refusal('review_too_early');
    const review = await upsertReview(tx, {
      bookingId: booking.id,
      userId: actor.userId,
      listingId: booking.listing_id,
      rating,
      words: words || null,
      now,
    });
    await recordAudit(tx, now, {
      action: review.created ? 'review_written' : 'review_changed',
      actorId: actor.userId,
      subject: { kind: 'review', id: review.id },
      after: { rating: review.rating, words: review.words },
      requestId: actor.requestId,
      personId: actor.userId,
    });
    return review;
  });
}

/** A listing's visible reviews, newest first, with its figures. @throws Refusal `not_found` */
export async function listListingReviews(db: Db, listingId: number, page: { limit?: number; offset?: number }) {
  const [figures, rows] = await Promise.all([
    findListingFigures(db, listingId),
    findReviews(db, { ...page, listingId, hidden: false }),
  ]);
  if (!figures) throw new Refusal('not_found');
  return { ...figures, reviews: rows.map(present) };
}

/** A page of all reviews. @throws Refusal `invalid_request` for no cursor */
export async function listReviews(db: Db, query: ListQuery & Found) {
  const page = readPage(query, (_by, value) => isWhole(value));
  const found = await findReviewPage(db, query, page);
  return await answerPage(
    { ...query, page },
    found,
    (ids) => findModerated(db, ids),
    (one) => one,
  );
}

/** A review as administrators see it. @throws Refusal `not_found` */
export async function getReview(db: Db, id: string): Promise<ModeratedReview> {
  const [review] = await findModerated(db, [id]);
  if (!review) throw new Refusal('not_found');
  return review;
}

async function findModerated(db: Db, ids: readonly string[]): Promise<ModeratedReview[]> {
  const rows = await findReviews(db, { ids, limit: ids.length });
  const told = new Map((await findReports(db, ids)).map((one) => [one.review_id, one]));
  return rows.map((row) => presentToAdmin(row, told.get(row.id)));
}

/**
 * Hides a review or shows it again, with the reason in the audit log.
 * @throws Refusal `not_found`, `changed_meanwhile` where its words are others than those that were read
 */
export async function moderateReview(
  db: Db,
  now: Date,
  actor: Actor,
  id: string,
  { hidden, reason, words_version }: Input<typeof moderateEndpoint>['body'],
): Promise<ModeratedReview> {
  return await withTransaction(db, async (tx) => {
    const before = await lockReview(tx, id);
    if (!before) throw new Refusal('not_found');
    if (words_version !== undefined && versionOfWords(before) !== words_version) throw new Refusal('changed_meanwhile');
    if (before.hidden !== hidden) {
      await setHidden(tx, id, hidden, hidden ? reason : null);
      await recordAudit(tx, now, {
        action: hidden ? 'review_hidden' : 'review_shown',
        actorId: actor.userId,
        subject: { kind: 'review', id },
        before: { hidden: before.hidden },
        after: { hidden, reason },
        requestId: actor.requestId,
        personId: before.user_id,
      });
    }
    return await getReview(tx, id);
  });
}
