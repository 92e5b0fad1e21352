import type { TimeCompatibility } from '../../../contract/recommendations.ts';
import type { Category } from '../../../contract/values.ts';

const kinds: Record<Category, string> = {
  'Activities & Tours': 'Something to do',
  Restaurants: 'A good table',
  Accommodations: 'A place to stay',
  Shopping: 'Shops to browse',
  'Cultural Experiences': 'Island culture',
};

const times: Record<TimeCompatibility, string> = {
  before: 'beforehand',
  after: 'afterwards',
  same_day: 'the same day',
  next_day: 'the next day',
};

/** A rating or a habit is worth a word from here on. */
const fineRating = 4.5;
const habit = { travelers: 2, share: 0.2 };

interface Reasoned {
  category: string;
  rating: number | null;
  together: number;
  bookers: number;
}

/** Why a listing is recommended, in one sentence for the traveler. */
export function reasonFor(listing: Reasoned, km: number, time: TimeCompatibility): string {
  const { category, rating, together, bookers } = listing;
  const metres = Math.round(km * 100) * 10;
  const isHabit = together >= habit.travelers && together / bookers >= habit.share;
  return [
    `${kinds[category as Category] ?? 'Something good'} ${times[time]}`,
    metres < 1_000 ? `${metres} m away` : `${km.toFixed(1)} km away`,
    rating !== null && rating >= fineRating && `rated ${rating.toFixed(1)}`,
    isHabit && 'often booked together',
  ]
    .filter(Boolean)
    .join(', ');
}
