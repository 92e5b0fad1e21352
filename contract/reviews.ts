import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { listAnswer, listQuery } from './lists.ts';
import { mostReportNote, reportReasons } from './review-reports.ts';
import { lines, paging, rowId, rowIdText, uuid } from './values.ts';

const wordsVersion = z.string().max(100);
const stars = z.int().min(1).max(5);

/** A review as everybody reads it. */
export const shownReview = z.object({
  id: uuid,
  rating: stars,
  words: z.string().nullable(),
  /** First name and initial; null where the traveler has given no name. */
  name: z.string().nullable(),
  created_at: z.string(),
});
export type ShownReview = z.output<typeof shownReview>;

/** A review as an administrator sees it. */
export const moderatedReview = z.object({
  ...shownReview.shape,
  business_listing_id: rowId,
  business_listing_name: z.string(),
  hidden: z.boolean(),
  hidden_reason: z.string().nullable(),
  /** Whether it has words that no administrator has looked at, or was reported since. */
  awaits_look: z.boolean(),
  /** Names its words as they are: other words have another one. */
  words_version: z.string(),
  report_count: z.int(),
  /** The newest of what was reported, at most 10. */
  reports: z.array(z.object({ reason: z.enum(reportReasons), note: z.string().nullable(), reported_at: z.string() })),
});
export type ModeratedReview = z.output<typeof moderatedReview>;

export const postReview = endpoint({
  method: 'POST',
  path: '/api/reviews',
  access: ['traveler'],
  summary: 'Reviews a completed booking of the caller, or changes that review: there is one of each booking',
  body: z.object({ booking_id: uuid, rating: stars, words: lines(1_000).nullish() }),
  status: 201,
  reply: z.object({ id: uuid, rating: stars, words: z.string().nullable(), hidden: z.boolean() }),
  errors: ['review_too_early'],
  idempotent: true,
  limit: 'change',
});

export const listListingReviews = endpoint({
  method: 'GET',
  path: '/api/business-listings/{id}/reviews',
  access: 'anyone',
  summary: "A listing's visible reviews, newest first, with its rating and count",
  params: z.object({ id: rowIdText }),
  query: z.object(paging(50)),
  reply: z.object({
    /** Mean of the visible reviews, one decimal; null while there are none. */
    rating: z.number().nullable(),
    review_count: z.int(),
    reviews: z.array(shownReview),
  }),
});

export const listReviews = endpoint({
  method: 'GET',
  path: '/api/reviews',
  access: ['admin'],
  summary:
    'All reviews by when they were written, for moderation; found by a part of their words, the experience or the author, or by its id',
  query: listQuery(['-written', 'written'], {
    hidden: z.enum(['true', 'false']).optional(),
    awaits_look: z.enum(['true', 'false']).optional(),
    id: uuid.optional(),
  }),
  reply: listAnswer(moderatedReview),
});

export const moderateReview = endpoint({
  method: 'PATCH',
  path: '/api/reviews/{id}',
  access: ['admin'],
  summary: "Hides a review or shows it again; the listing's rating and count follow at once",
  params: z.object({ id: uuid }),
  /** With `words_version` only the words that were read are hidden or shown. */
  body: z.object({ hidden: z.boolean(), reason: lines(500, 3), words_version: wordsVersion.optional() }),
  reply: moderatedReview,
  errors: ['changed_meanwhile'],
});

export const leaveReview = endpoint({
  method: 'POST',
  path: '/api/reviews/{id}/leave',
  access: ['admin'],
  summary: 'Leaves a review as it is: it waits for no look any more, until it is changed or reported again',
  params: z.object({ id: uuid }),
  /** How many reports were told, and of which words: one more since, or other words, are looked at first. */
  body: z.strictObject({ reports: z.int().min(0), words_version: wordsVersion }),
  reply: moderatedReview,
  errors: ['changed_meanwhile'],
  idempotent: true,
});

export const reportReview = endpoint({
  method: 'POST',
  path: '/api/reviews/{id}/report',
  access: 'anyone',
  summary: 'Reports a review that everybody reads: an administrator looks at it',
  params: z.object({ id: uuid }),
  body: z.strictObject({ reason: z.enum(reportReasons), note: lines(mostReportNote).nullish() }),
  status: 202,
  reply: z.object({ received: z.literal(true) }),
  idempotent: true,
  limit: 'review-report',
  stores: ['report-bytes'],
});
