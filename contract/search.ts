import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { experience } from './listings.ts';
import { category, searched, text } from './values.ts';

/** What the guide shows: everything, or a category and what a search finds. */
export const guideFilter = z.object({
  category: z.union([category, z.literal('')]).optional(),
  search: searched.optional(),
});

export const listListings = endpoint({
  method: 'GET',
  path: '/api/business-listings',
  access: 'anyone',
  summary: 'Active listings, featured first, at most 100 a call; `search` forgives ʻokina, kahakō and case',
  query: z.object({
    category: z.union([category, z.literal('')]).optional(),
    search: searched.optional(),
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

export const summarizeListings = endpoint({
  method: 'GET',
  path: '/api/business-listings/summary',
  access: 'anyone',
  summary: 'How many active listings match, how many of them are featured, and the mean of their ratings',
  query: guideFilter,
  reply: z.object({
    count: z.int(),
    featured: z.int(),
    /** One decimal; null while none of them is rated. */
    average_rating: z.number().nullable(),
  }),
});
