import { counted } from './counted.ts';

/** Words of the whole guide on one screen. */
export const explore = {
  lead: 'Everything in the guide, from first light to last call.',
  countTile: 'Experiences',
  ratingTile: 'Average rating',
  featuredTile: 'Featured',
  noRating: 'None yet',
  featured: 'Featured Experiences',
  all: 'All Experiences',
  empty: 'No experiences found',
  emptyText: 'Try fewer letters or another category. Spelling without ʻokina and kahakō works too.',
  clear: 'Show all experiences',
  found: (count: number) => `${counted(count, 'experience', 'experiences')} found`,
  scanTitle: 'Standing in front of a code?',
  scanText: 'It opens what the people at that place recommend.',
  scan: 'Scan QR Code',
};
