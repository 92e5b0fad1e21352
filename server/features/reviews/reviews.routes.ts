import {
  leaveReview as leaveEndpoint,
  listReviews as listEndpoint,
  listListingReviews as listOfListing,
  moderateReview as moderateEndpoint,
  postReview as postEndpoint,
  reportReview as reportEndpoint,
} from '../../../contract/reviews.ts';
import { actorOf } from '../../platform/audit/audit.ts';
import { answer } from '../../platform/http/http.ts';
import { leaveReview, reportReview } from './review-reports.ts';
import { getOwnReview, getReview, listListingReviews, listReviews, moderateReview, postReview } from './reviews.ts';

const received = { received: true } as const;

export const reviewsRoutes = [
  answer(
    postEndpoint,
    async ({ body }, ctx) => {
      const review = await postReview(ctx.db, ctx.clock.now(), actorOf(ctx), body);
      if (!review.created) ctx.setStatus(200);
      ctx.made(review.id);
      return review;
    },
    (_input, ctx, { reference }) => getOwnReview(ctx.db, ctx.caller!.userId, reference),
  ),

  answer(listOfListing, ({ params, query }, ctx) => listListingReviews(ctx.db, params.id, query)),

  answer(listEndpoint, ({ query }, ctx) => listReviews(ctx.db, query)),

  answer(moderateEndpoint, ({ params, body }, ctx) =>
    moderateReview(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
  ),

  answer(
    leaveEndpoint,
    ({ params, body }, ctx) => leaveReview(ctx.db, ctx.clock.now(), actorOf(ctx), params.id, body),
    ({ params }, ctx) => getReview(ctx.db, params.id),
  ),

  answer(
    reportEndpoint,
    async ({ params, body }, ctx) => {
      await reportReview(ctx, ctx.clock.now(), params.id, body);
      return received;
    },
    () => received,
  ),
];
