import type { Experience } from '../../../../contract/discovery.ts';

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
    id: 2_147_483_645,
    name: 'Example: a sunrise sail',
    category: 'Activities & Tours',
    description:
      'Two hours along the coast before breakfast, with coffee, dolphins on good days and the sun coming up over the ridge.',
    rating: 4.9,
    price_range: '$$$',
  },
  {
    ...sample,
    id: 2_147_483_646,
    name: 'Example: a plate lunch counter',
    category: 'Restaurants',
    description:
      'Two scoops of rice, macaroni salad and fish from this morning, eaten at a table under a mango tree behind the shop.',
    rating: 4.7,
    price_range: '$',
  },
  {
    ...sample,
    id: 2_147_483_647,
    name: 'Example: a lei-making morning',
    category: 'Cultural Experiences',
    description:
      'Pick, string and tie a lei of your own with a family that has grown its flowers for four generations, and hear what each one means.',
    rating: 4.8,
    price_range: '$$',
  },
];
