import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { category, latitude, longitude, priceRange, rowId, rowIdText, text } from './values.ts';

/** A listing as a visitor sees it. `commission_rate` (a fraction) is present for administrators only. */
export const experience = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  category,
  subcategory: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  website_url: z.string().nullable(),
  /** With our tracking parameters for a signed-in traveler; without for everybody else. */
  booking_url: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Mean colour of the picture, `#rrggbb`, shown while it loads. */
  image_color: z.string().nullable(),
  /** One decimal, 0 to 5; null while nobody has rated. */
  rating: z.number().nullable(),
  review_count: z.int(),
  price_range: priceRange,
  is_featured: z.boolean(),
  is_active: z.boolean(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  commission_rate: z.number().optional(),
});
export type Experience = z.output<typeof experience>;

export const place = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  address: z.string(),
  island: z.string(),
  latitude,
  longitude,
  image_url: z.string().nullable(),
  image_color: z.string().nullable(),
});
export type Place = z.output<typeof place>;

export const listListings = endpoint({
  method: 'GET',
  path: '/api/business-listings',
  access: 'anyone',
  summary: 'Active listings, featured first, at most 100 a call; `search` forgives ʻokina, kahakō and case',
  query: z.object({
    category: z.union([category, z.literal('')]).optional(),
    search: text(100).optional(),
    /** Only those that are featured; unless told, all. */
    featured: z.literal('true').optional(),
    /** At most so many, 1 to 100; 100 unless told. */
    limit: z
      .string()
      .regex(/^([1-9]\d?|100)$/, 'must be 1 to 100')
      .transform(Number)
      .optional(),
    /** After so many. */
    offset: z
      .string()
      .regex(/^\d{1,5}$/, 'must be a whole number')
      .transform(Number)
      .optional(),
    /** Accepted and ignored: what a caller sees follows from the session. */
    role: text(40).optional(),
  }),
  reply: z.array(experience),
});

/** What a place's offline pack fetches; sizes in bytes as they are sent, without compression. */
export const getPlacePack = endpoint({
  method: 'GET',
  path: '/api/locations/{id}/pack',
  access: 'anyone',
  summary: 'The files of a place for use without a network, with their sizes; the list itself comes first',
  params: z.object({ id: rowIdText }),
  reply: z.object({
    files: z.array(z.object({ path: z.string(), bytes: z.int() })),
    total_bytes: z.int(),
  }),
});

export const getPlace = endpoint({
  method: 'GET',
  path: '/api/locations/{id}',
  access: 'anyone',
  summary: 'A place with its curated experiences, in the order its curators gave them',
  params: z.object({ id: rowIdText }),
  reply: z.object({ place, experiences: z.array(experience) }),
});
