import { getListing } from '../../../contract/listings.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { Refusal } from '../../platform/http/refusal.ts';
import { findActiveListing } from './listings.store.ts';
import { presentExperience, viewerOf } from './listings.ts';

/** One listing by itself. */
export const listingsRoutes = [
  fromReplica(
    answer(getListing, async ({ params }, ctx) => {
      const row = await findActiveListing(ctx.db, params.id);
      if (!row) throw new Refusal('not_found');
      return presentExperience(row, viewerOf(ctx));
    }),
  ),
];
