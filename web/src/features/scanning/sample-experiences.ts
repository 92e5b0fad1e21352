import type { Experience } from '../../../../contract/listings.ts';
import { samples as words } from '../../messages/en/samples.ts';
import { sampleIds } from '../listings/sample-ids.ts';

const sample = {
  subcategory: null,
  address: null,
  phone: null,
  website_url: null,
  booking_url: null,
  image_url: null,
  image_color: null,
  review_count: 0,
  is_featured: false,
  is_active: true,
  latitude: null,
  longitude: null,
} as const;

/**
 * What the error catalogue falls back to when neither the server nor this device has an answer. Shown as "Sample data",
 * cannot be booked, and is never stored, counted or exported.
 */
export const sampleExperiences: readonly Experience[] = [
  {
    ...sample,
    id: sampleIds.sail,
    name: words.sail.name,
    description: words.sail.description,
    category: 'Activities & Tours',
    rating: 4.9,
    price_range: '$$$',
  },
  {
    ...sample,
    id: sampleIds.lunch,
    name: words.lunch.name,
    description: words.lunch.description,
    category: 'Restaurants',
    rating: 4.7,
    price_range: '$',
  },
  {
    ...sample,
    id: sampleIds.lei,
    name: words.lei.name,
    description: words.lei.description,
    category: 'Cultural Experiences',
    rating: 4.8,
    price_range: '$$',
  },
];
