import { z } from 'zod';
import { experience } from './discovery.ts';
import { endpoint } from './endpoint.ts';
import { category, latitude, longitude, rowIdText, text } from './values.ts';

/** What the guide shows: everything, or a category and what a search finds. */
const filter = z.object({
  category: z.union([category, z.literal('')]).optional(),
  search: text(100).optional(),
});

export const summarizeListings = endpoint({
  method: 'GET',
  path: '/api/business-listings/summary',
  access: 'anyone',
  summary: 'How many active listings match, how many of them are featured, and the mean of their ratings',
  query: filter,
  reply: z.object({
    count: z.int(),
    featured: z.int(),
    /** One decimal; null while none of them is rated. */
    average_rating: z.number().nullable(),
  }),
});

/** What a pin needs; the rest of a listing is fetched when it is opened. */
const mapListing = experience
  .pick({
    id: true,
    name: true,
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
  query: filter,
  reply: z.object({
    listings: z.array(mapListing),
    /** Addresses with {z}, {x} and {y}, and who is to be named for the pictures. */
    tiles: z.object({ standard: z.string(), satellite: z.string(), attribution: z.string() }),
  }),
});

export const getListing = endpoint({
  method: 'GET',
  path: '/api/business-listings/{id}',
  access: 'anyone',
  summary: 'One active listing',
  params: z.object({ id: rowIdText }),
  reply: experience,
});
