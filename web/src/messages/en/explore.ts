import { number } from '../format.ts';
import { counted } from './counted.ts';
import { moment } from './format.ts';

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
  view: 'View',
  list: 'List',
  map: 'Map',
  more: 'Show more experiences',
  progress: (shown: number, all: number) => `${number(shown)} of ${number(all)} shown`,
  progressFrom: (first: number, last: number, all: number) =>
    `${number(first)} to ${number(last)} of ${number(all)} shown`,
  unauthorized: 'Unauthorized booking attempt',
  travelersOnly: (role: string) => `Only travelers can book. You are signed in as ${role}.`,
  call: (phone: string) => `Call ${phone}`,
  goThere: (address: string) => `No booking needed: ${address}`,
  noLink: 'There is no link for this one. Ask at your desk.',
  failed: 'The guide could not be reached',
  sample: 'Sample data',
  sampleText: 'These are examples. They cannot be booked.',
  kept: (at: string) =>
    `You are seeing what we showed you on ${moment(at)} (Hawaiʻi time). There may be more, and prices and offers may have changed; booking needs a connection.`,
  again: 'Try Again',
};
