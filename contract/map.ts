import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { guideFilter } from './search.ts';
import { latitude, longitude } from './values.ts';

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
