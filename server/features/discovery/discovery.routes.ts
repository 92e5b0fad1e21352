import { getPlace, getPlacePack, listListings } from '../../../contract/discovery.ts';
import type { Services } from '../../platform/context.ts';
import { answer, guardReply } from '../../platform/http.ts';
import { Refusal } from '../../platform/refusal.ts';
import { readListingVersion } from './discovery.store.ts';
import { findPlaceWithExperiences, guestOf, listExperiences, queryOf, viewerOf } from './discovery.ts';
import { ListingCache } from './listing-cache.ts';
import { describePack, type FileBytes } from './pack.ts';

/** Lists and places. What guests see is the same for all of them and kept; what signed-in people see is theirs alone. */
export function discoveryRoutes({ db, fileBytes }: Pick<Services, 'db'> & { fileBytes: FileBytes }) {
  const cache = new ListingCache(() => readListingVersion(db));
  return [
    answer(listListings, async ({ query: filter }, ctx) => {
      const query = queryOf(filter);
      if (ctx.caller) return await listExperiences(ctx.db, query, viewerOf(ctx));
      return await cache.answer(JSON.stringify(query), async () =>
        guardReply(listListings, await listExperiences(ctx.db, query, viewerOf(ctx))),
      );
    }),
    answer(getPlace, async ({ params }, ctx) => {
      const found = await findPlaceWithExperiences(ctx.db, params.id, viewerOf(ctx));
      if (!found) throw new Refusal('not_found');
      return found;
    }),
    answer(getPlacePack, async ({ params }, ctx) => {
      const pack = await describePack(ctx.db, params.id, guestOf(ctx), fileBytes);
      if (!pack) throw new Refusal('not_found');
      return pack;
    }),
  ];
}
