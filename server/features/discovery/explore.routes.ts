import type { Experience } from '../../../contract/discovery.ts';
import { getListing, mapListings, summarizeListings } from '../../../contract/explore.ts';
import type { Category } from '../../../contract/values.ts';
import type { Services } from '../../platform/context.ts';
import { answer } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { presentExperience, queryOf, viewerOf } from './discovery.ts';
import { findActiveListing, listPositions, summarizeMatching } from './explore.store.ts';

/** A map holds no more. */
const mostPositions = 1_000;

/** Figures and positions of what a list shows, and one listing by itself. */
export const exploreRoutes = ({ settings }: Pick<Services, 'settings'>) => [
  answer(summarizeListings, ({ query }, { db }) => summarizeMatching(db, queryOf(query))),
  answer(mapListings, async ({ query }, { db }) => ({
    listings: (await listPositions(db, queryOf(query), mostPositions)).map((row) => ({
      ...row,
      // The table's own checks hold both to the contract's lists.
      category: row.category as Category,
      price_range: row.price_range as Experience['price_range'],
    })),
    tiles: settings.mapTiles,
  })),
  answer(getListing, async ({ params }, ctx) => {
    const row = await findActiveListing(ctx.db, params.id);
    if (!row) throw new Refusal('not_found');
    return presentExperience(row, viewerOf(ctx));
  }),
];
