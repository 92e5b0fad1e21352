import { recommend as recommendEndpoint } from '../../../contract/recommendations.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { viewerOf } from '../listings/listings.ts';
import { recommend } from './recommendations.ts';

export const recommendationsRoutes = [
  answer(recommendEndpoint, async ({ body }, ctx) => {
    const { userId } = ctx.caller!;
    // Whom the answer is for says the session; somebody else is nobody here.
    if (body.user_id && body.user_id !== userId) throw new Refusal('not_found');
    return { recommendations: await recommend(ctx.db, viewerOf(ctx), userId, body) };
  }),
];
