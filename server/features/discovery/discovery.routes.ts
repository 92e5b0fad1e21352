import { getPlace, listListings } from '../../../contract/discovery.ts';
import type { Context } from '../../platform/context.ts';
import { answer } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { findPlaceWithExperiences, listExperiences, type Viewer } from './discovery.ts';

/** The caller, as far as listings are concerned. */
export const viewerOf = (ctx: Context): Viewer => ({
  role: ctx.caller?.role,
  visitId: ctx.caller?.visitId ?? null,
  now: ctx.clock.now(),
  settings: ctx.settings,
});

export const discoveryRoutes = [
  answer(listListings, ({ query }, ctx) => listExperiences(ctx.db, query, viewerOf(ctx))),
  answer(getPlace, async ({ params }, ctx) => {
    const found = await findPlaceWithExperiences(ctx.db, params.id, viewerOf(ctx));
    if (!found) throw new Refusal('not_found');
    return found;
  }),
];
