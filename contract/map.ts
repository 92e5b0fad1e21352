import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { deepestZoom } from './map-zoom.ts';
import { guideFilter } from './search.ts';
import { latitude, longitude } from './values.ts';

const whole = (most: number) =>
  z
    .string()
    .regex(/^(0|[1-9]\d{0,6})$/, 'must be a whole number')
    .transform(Number)
    .refine((value) => value <= most, `must be ${most} at most`);

/** What a pin needs; the rest of a listing is fetched when it is opened. */
const mapListing = experience
  .pick({
    id: true,
    name: true,
    name_language: true,
    category: true,
    subcategory: true,
    rating: true,
    review_count: true,
    price_range: true,
    is_featured: true,
  })
  .extend({ latitude, longitude });
export type MapListing = z.output<typeof mapListing>;

export const mapListings = endpoint({
  method: 'GET',
  path: '/api/business-listings/map',
  access: 'anyone',
  summary:
    'Active listings with a position, in the order of the list, at most 1,000, and where pictures of the map come from',
  query: guideFilter,
  reply: z.object({
    listings: z.array(mapListing),
    /** Addresses with {z}, {x} and {y}, and who is to be named for the pictures. */
    tiles: z.object({ standard: z.string(), satellite: z.string(), attribution: z.string() }),
  }),
});

export const getMapTile = endpoint({
  method: 'GET',
  path: '/api/map/tiles/{layer}/{z}/{x}/{y}',
  access: 'anyone',
  summary:
    'A picture of the map, which this server asks for in the browser’s stead and keeps for a while; not found unless MAP_TILES_OWN_HOST is on',
  params: z.object({
    layer: z.enum(['standard', 'satellite']),
    z: whole(deepestZoom),
    x: whole(2 ** deepestZoom),
    y: whole(2 ** deepestZoom),
  }),
  reply: z.custom<Uint8Array>(),
  replyKind: 'binary',
  limit: 'map-tile',
});
