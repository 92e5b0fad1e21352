import type { Experience } from '../../../contract/listings.ts';
import { getMapTile, mapListings } from '../../../contract/map.ts';
import type { Category } from '../../../contract/values.ts';
import type { Services } from '../../platform/context.ts';
import { answer, fromReplica } from '../../platform/http/http.ts';
import { networkOf } from '../../platform/http/networks.ts';
import { nameFor } from '../listings/listings.ts';
import { queryOf } from '../search/search.ts';
import { listPositions } from './map.store.ts';
import { MapTiles } from './map-tiles.ts';

/** A map holds no more. */
const mostPositions = 1_000;

/** Positions of what a list shows. */
export const mapRoutes = (
  { settings, clock }: Pick<Services, 'settings' | 'clock'>,
  tiles = new MapTiles(settings.mapSources, clock),
) => [
  fromReplica(
    answer(mapListings, async ({ query }, { db, reader }) => ({
      listings: (await listPositions(db, queryOf(query), mostPositions)).map(({ name_ja, ...row }) => ({
        ...row,
        ...nameFor(reader.language, { name: row.name, name_ja }),
        // The table's own checks hold both to the contract's lists.
        category: row.category as Category,
        price_range: row.price_range as Experience['price_range'],
      })),
      tiles: settings.mapTiles,
    })),
  ),
  answer(getMapTile, async ({ params }, ctx) => {
    const { type, bytes } = await ctx.elsewhere(() => tiles.get(params, networkOf(ctx.address)));
    ctx.setHeader('content-type', type);
    ctx.setHeader('cache-control', 'public, max-age=86400');
    return bytes;
  }),
];
