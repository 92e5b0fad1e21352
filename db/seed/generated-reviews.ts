import { Random } from './generated-random.ts';
import { reviewers, reviewWords } from './review-words.ts';
import type { SeedListing } from './world.ts';

export interface SeedReview {
  /** Key of the listing. */
  listing: string;
  /** Which of the reviewers: each reviews a listing once. */
  reviewer: number;
  rating: number;
  words: string | null;
  /** How long ago they went, in days. */
  daysAgo: number;
  guests: number;
}

const seedOfReviews = 1974;
const silentChance = 0.18;
/** Nobody went longer ago. */
export const furthestDays = 300;

/**
 * Reviews of the demo's listings, the same on every machine: of each that can be booked so many that their mean comes close to
 * what its `rating` says, by people who went there at different times.
 */
export function generateReviews(listings: readonly SeedListing[]): SeedReview[] {
  const random = new Random(seedOfReviews);
  return listings
    .filter((listing) => listing.rating !== null && listing.booking_url !== null)
    .flatMap((listing) => reviewsOf(listing, random));
}

function reviewsOf(listing: SeedListing, random: Random): SeedReview[] {
  const count = random.whole(3, listing.is_featured ? 9 : 7);
  const people = shuffled([...reviewers.keys()], random).slice(0, count);
  const said = new Set<string>();
  return ratingsAround(listing.rating!, count, random).map((rating, index) => {
    const tone = rating === 5 ? 'great' : rating === 4 ? 'good' : 'fair';
    const left = reviewWords[listing.category][tone].filter((one) => !said.has(one));
    const words = left.length === 0 || random.chance(silentChance) ? null : random.pick(left);
    if (words) said.add(words);
    return {
      listing: listing.key,
      reviewer: people[index]!,
      rating,
      words,
      daysAgo: random.whole(3, furthestDays),
      guests: random.pick([1, 2, 2, 2, 3, 4, 5]),
    };
  });
}

/** So many ratings from 1 to 5 whose sum is that of the mean, with a spread: two fours may as well be a five and a three. */
function ratingsAround(mean: number, count: number, random: Random): number[] {
  const low = Math.floor(mean);
  const higher = Math.round((mean - low) * count);
  const ratings = Array.from({ length: count }, (_, index) => (index < higher ? low + 1 : low));
  const [one, other] = ratings.flatMap((rating, index) => (rating === 4 ? [index] : []));
  if (one !== undefined && other !== undefined && random.chance(0.35)) {
    ratings[one] = 5;
    ratings[other] = 3;
  }
  return shuffled(ratings, random);
}

function shuffled<T>(items: T[], random: Random): T[] {
  for (let last = items.length - 1; last > 0; last--) {
    const other = random.whole(0, last);
    [items[last], items[other]] = [items[other]!, items[last]!];
  }
  return items;
}
