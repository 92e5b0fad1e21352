import { hawaiiMonth } from '../../../contract/hawaii-time.ts';
import { listListings, summarizeListings } from '../../../contract/search.ts';
import type { Services } from '../../platform/context.ts';
import { readFrom } from '../../platform/database/replica.ts';
import { guardReply } from '../../platform/http/guarded-reply.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { type GuideVersion, viewerOf } from '../listings/listings.ts';
import { ListingCache } from './listing-cache.ts';
import { summarizeMatching } from './lists.store.ts';
import { lookedUpWords } from './search.store.ts';
import { listExperiences, queryOf } from './search.ts';

/** Lists and their figures. A guest's list is the same for all of them and kept; what signed-in people see is theirs alone. */
export function searchRoutes({ db, guideVersion }: Pick<Services, 'db'> & { guideVersion: GuideVersion }) {
  const cache = new ListingCache(guideVersion, (words) => lookedUpWords(db, words));
  return [
    answer(listListings, async ({ query: filter }, ctx) => {
      const viewer = viewerOf(ctx);
      // What is closed this month is shown otherwise in the next.
      const query = { ...queryOf(filter), language: viewer.language, month: hawaiiMonth(viewer.now) };
      const make = () => readFrom(ctx, (from) => listExperiences(from, query, viewer));
      if (ctx.caller) return (await make()).experiences;
      return await cache.answer(query, async () => {
        const { experiences, mayBeWidened } = await make();
        return { reply: guardReply(listListings, experiences), ids: experiences.map(({ id }) => id), mayBeWidened };
      });
    }),
    fromReplica(answer(summarizeListings, ({ query }, ctx) => summarizeMatching(ctx.db, queryOf(query)))),
  ];
}
