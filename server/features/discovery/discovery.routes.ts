import { getPlace, getPlacePack, listListings } from '../../../contract/discovery.ts';
import type { Services } from '../../platform/context.ts';
import { guardReply } from '../../platform/http/guarded-reply.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import {
  findPlaceWithExperiences,
  type GuideVersion,
  guestOf,
  listExperiences,
  queryOf,
  viewerOf,
} from './discovery.ts';
import { ListingCache } from './listing-cache.ts';
import { describePack, type FileBytes } from './pack.ts';
import { lookedUpWords } from './search.store.ts';

/** Lists and places. What guests see is the same for all of them and kept; what signed-in people see is theirs alone. */
export function discoveryRoutes({
  db,
  guideVersion,
  fileBytes,
}: Pick<Services, 'db'> & { guideVersion: GuideVersion; fileBytes: FileBytes }) {
  const cache = new ListingCache(guideVersion, (words) => lookedUpWords(db, words));
  return [
    answer(listListings, async ({ query: filter }, ctx) => {
      const query = queryOf(filter);
      const make = () => listExperiences(ctx.db, query, viewerOf(ctx));
      if (ctx.caller) return (await make()).experiences;
      return await cache.answer(query, async () => {
        const { experiences, mayBeWidened } = await make();
        return { reply: guardReply(listListings, experiences), ids: experiences.map(({ id }) => id), mayBeWidened };
      });
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
