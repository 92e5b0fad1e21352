import { z } from 'zod';
import { endpoint } from './endpoint.ts';
import { category, latitude, longitude, priceRange, rowId, rowIdText, userId } from './values.ts';

/** A listing as a visitor sees it. `commission_rate` (a fraction) and `advertiser_id` are present for administrators only. */
export const experience = z.object({
  id: rowId,
  name: z.string(),
  description: z.string(),
  /** In which language these two are, where that is not the guide's own, English. */
  name_language: z.literal('ja').optional(),
  description_language: z.literal('ja').optional(),
  category,
  subcategory: z.string().nullable(),
  address: z.string().nullable(),
  phone: z.string().nullable(),
  website_url: z.string().nullable(),
  /** With our tracking parameters for a signed-in traveler; without for everybody else. */
  booking_url: z.string().nullable(),
  image_url: z.string().nullable(),
  /** Widths that `/listing-pictures/{id}/{width}.avif` and `.webp` are there in, where the picture is one of those. */
  image_widths: z.array(z.int()).nullish(),
  /** Mean colour of the picture, `#rrggbb`, shown while it loads. */
  image_color: z.string().nullable(),
  /** What the picture shows, for those who cannot see it, where that is told. */
  image_words: z.string().optional(),
  /** Whether there is more to tell of it than its words (`GET /api/business-listings/{id}/details`). */
  has_details: z.literal(true).optional(),
  /** Whether it is not open in the month that Hawaiʻi has now. */
  closed_this_month: z.literal(true).optional(),
  /** One decimal, 0 to 5; null while nobody has rated. */
  rating: z.number().nullable(),
  review_count: z.int(),
  price_range: priceRange,
  is_featured: z.boolean(),
  is_active: z.boolean(),
  latitude: latitude.nullable(),
  longitude: longitude.nullable(),
  commission_rate: z.number().optional(),
  advertiser_id: userId.nullable().optional(),
});
export type Experience = z.output<typeof experience>;

export const getListing = endpoint({
  method: 'GET',
  path: '/api/business-listings/{id}',
  access: 'anyone',
  summary: 'One active listing',
  params: z.object({ id: rowIdText }),
  reply: experience,
});
