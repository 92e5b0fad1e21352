import { getPlace, listListings } from '../../../contract/discovery.ts';
import { answer } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findPlaceWithExperiences, listExperiences, viewerOf } from './discovery.ts';

export const discoveryRoutes = [
  answer(listListings, ({ query }, ctx) => listExperiences(ctx.db, query, viewerOf(ctx))),
  answer(getPlace, async ({ params }, ctx) => {
    const found = await findPlaceWithExperiences(ctx.db, params.id, viewerOf(ctx));
    if (!found) throw new Refusal('not_found');
    return found;
  }),
];
